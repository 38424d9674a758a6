# What the targets do: make help

PREFIX      ?= /usr/local
DESTDIR     ?=
SWIFT       ?= swift
SWIFT_FLAGS ?=
# What the program is built with: all traits whose libraries are there, once setup is done.
TRAITS      ?= $(shell sh .ci/traits)
FLAGS        = --traits $(TRAITS) $(SWIFT_FLAGS)

REGIONS = Regions/metro-counties.geojson Regions/denver-districts.geojson \
          Regions/countries.geojson Regions/depots.geojson
TRACKS  = Regions/tracks/lyon-ride.ndjson Regions/tracks/denver-drives.ndjson
# Folders with Swift sources; those that are not there yet are left out.
SOURCES = $(wildcard Package.swift Sources Tests Benchmarks Examples)
DEMO    = .build/demo

.DEFAULT_GOAL := help
.PHONY: help setup build demo test examples scenarios crash differential fuzz fuzz-smoke bench bench-quick \
        bench-instructions bench-durability bench-delivery bench-readme format lint docs install clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup:  ## install the C libraries (apt-get; only those that are missing)
	@sh .ci/install-packages

build: setup  ## build the program in release mode
	$(SWIFT) build -c release --product fencewatch $(FLAGS)

demo: build  ## run the program on the shipped regions and tracks
	@mkdir -p $(DEMO)
	@program=$$($(SWIFT) build -c release --show-bin-path $(FLAGS))/fencewatch; \
	set -- $(addprefix -r ,$(REGIONS)) --dwell 5m --sink ndjson:$(DEMO)/events.ndjson $(TRACKS); \
	echo; echo "$$ fencewatch $$*"; echo; \
	"$$program" "$$@" 2> $(DEMO)/messages.txt || { cat $(DEMO)/messages.txt >&2; exit 1; }; \
	head -n 12 $(DEMO)/events.ndjson; \
	echo "… $$(wc -l < $(DEMO)/events.ndjson) events in all: $(DEMO)/events.ndjson"; \
	echo; cat $(DEMO)/messages.txt

test:  ## run the whole test suite
	@sh .ci/install-packages --for-tests
	$(SWIFT) build --build-tests $(FLAGS)
	@program=$$($(SWIFT) build --show-bin-path $(FLAGS))/fencewatch; \
	for script in $(wildcard Tests/*.check.sh); do \
	    echo "$$script"; sh "$$script" "$$program" || exit 1; \
	done
	$(SWIFT) test $(FLAGS)
	$(MAKE) examples

examples: setup  ## build the examples and run their tests
	@for example in $(patsubst %/Package.swift,%,$(wildcard Examples/*/Package.swift)); do \
	    echo "$$example"; $(SWIFT) test --package-path $$example $(SWIFT_FLAGS) || exit 1; \
	done

scenarios: setup  ## compare 20,000 random scenarios with the reference (minutes)
	FENCEWATCH_SCENARIOS=$${FENCEWATCH_SCENARIOS:-20000} \
	    $(SWIFT) test --filter PropertyTests $(FLAGS)

crash:  ## kill runs 200 times, with receivers that fail and disks that fill up (minutes)
	@sh .ci/install-packages --for-tests
	FENCEWATCH_KILLS=$${FENCEWATCH_KILLS:-200} \
	    $(SWIFT) test --filter 'Crash|ClockStep|DiskFull|Standby' $(FLAGS)

differential: setup  ## compare long with GEOS and the geodesic (minutes)
	sh Tests/differential.sh

fuzz: setup  ## run the fuzzers for long (FUZZ_SECONDS=1800 each)
	@sh Tests/Fuzzing/run $${FUZZ_SECONDS:-1800}

fuzz-smoke: setup  ## run the fuzzers for a minute in all, from the inputs that are kept
	@sh Tests/Fuzzing/run 20

bench: build  ## measure everything beside others' libraries, and write the results (10 minutes)
	$(SWIFT) build -c release --package-path Benchmarks $(SWIFT_FLAGS)
	Benchmarks/.build/release/benchmark --write Benchmarks/Results

bench-quick: build  ## the same on parts of the workloads (a minute)
	$(SWIFT) build -c release --package-path Benchmarks $(SWIFT_FLAGS)
	Benchmarks/.build/release/benchmark --quick

bench-instructions: setup  ## count instructions under callgrind and compare with the figures kept
	FENCEWATCH_BENCH_FLAGS='$(SWIFT_FLAGS)' sh Benchmarks/instructions.sh

bench-durability: build  ## measure what durable state costs, recovery, and forgetting (minutes)
	$(SWIFT) build -c release --package-path Benchmarks --product write-workload $(SWIFT_FLAGS)
	@sh Benchmarks/durability.sh \
	    "$$($(SWIFT) build -c release --show-bin-path $(FLAGS))/fencewatch" 3 \
	    Benchmarks/.build/release/write-workload

bench-delivery: build  ## measure webhooks, the outbox, and receivers that are down (minutes)
	@sh Benchmarks/delivery.sh \
	    "$$($(SWIFT) build -c release --show-bin-path $(FLAGS))/fencewatch"

bench-readme:  ## put the numbers of the latest result into the README
	$(SWIFT) build -c release --package-path Benchmarks $(SWIFT_FLAGS)
	Benchmarks/.build/release/benchmark --readme "$$(ls Benchmarks/Results/*.json | tail -n 1)"

format:  ## rewrite the sources in the project's layout
	$(SWIFT) format -i -r -p $(SOURCES)

lint:  ## check the layout, and where unsafe code may be
	$(SWIFT) format lint --strict -r -p $(SOURCES)
	@sh .ci/check-unsafe

docs: setup  ## build the reference of the public modules
	@SWIFT_FLAGS='$(FLAGS)' sh .ci/build-docs

install: build  ## install the program; PREFIX=/usr/local
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 "$$($(SWIFT) build -c release --show-bin-path $(FLAGS))/fencewatch" \
	    $(DESTDIR)$(PREFIX)/bin/fencewatch

clean:  ## remove what was built
	rm -rf .build
