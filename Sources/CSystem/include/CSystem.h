// What Swift's Glibc module leaves out, as plain functions.
#pragma once
#include <stdint.h>

// The columns of the terminal behind a descriptor, or 0 when it is none.
int csystem_terminal_columns(int descriptor);
