#if Webhook
    import CCurl
    import EventDelivery

    /// Many HTTP requests at once, by libcurl.
    ///
    /// One thread uses it, apart from ``wake()``.
    // SAFETY: the handle is valid until `deinit`; of its calls only curl_multi_wakeup is made from other
    // threads, which libcurl allows.
    @safe
    final class CurlMulti: @unchecked Sendable {
        /// How a request ended.
        struct Completion {
            /// The number it was started with.
            var request: UInt64

            /// The status of the response; 0 when there was none.
            var status: Int

            /// The seconds that the response asks to wait.
            var retryAfter: Int64

            /// What went wrong besides the status.
            var failure: Failure?
        }

        /// Why a request has no complete response.
        struct Failure {
            /// A sentence for people, without the URL.
            var reason: String

            /// Whether it is the receiver's: it cannot be reached, trusted or waited for.
            var isOfReceiver: Bool
        }

        /// One handle of libcurl, which is used for many requests.
        // SAFETY: the handle and the list are owned by this object and freed once, in `deinit`.
        @safe
        private final class Transfer {
            let handle: UnsafeMutableRawPointer
            var request: UInt64 = 0
            private var headers: UnsafeMutablePointer<curl_slist>?

            init?() {
                guard let handle = unsafe curl_easy_init() else { return nil }
                unsafe self.handle = handle
            }

            deinit {
                unsafe curl_easy_cleanup(handle)
                unsafe curl_slist_free_all(headers)
            }

            func prepare(
                url: String, headers lines: [String], body: [UInt8], timeout: Duration,
                authorities: String?
            ) -> CURLcode {
                unsafe curl_slist_free_all(headers)
                unsafe headers = nil
                for line in lines {
                    // The list keeps a copy of the line.
                    guard let longer = unsafe curl_slist_append(headers, line) else {
                        return CURLE_OUT_OF_MEMORY
                    }
                    unsafe headers = longer
                }
                var request = unsafe ccurl_request()
                unsafe request.headers = headers
                unsafe request.body_size = Int64(body.count)
                unsafe request.timeout_milliseconds = Int(timeout / .milliseconds(1))
                // SAFETY: libcurl copies the URL, the body and the path before the call returns.
                return unsafe url.withCString { url in
                    unsafe body.withUnsafeBytes { bytes in
                        unsafe request.url = url
                        unsafe request.body = bytes.baseAddress
                        guard let authorities else { return unsafe ccurl_prepare(handle, &request) }
                        return unsafe authorities.withCString { path in
                            unsafe request.authorities = path
                            return unsafe ccurl_prepare(handle, &request)
                        }
                    }
                }
            }
        }

        private let multi: UnsafeMutableRawPointer
        private var idle: [Transfer] = []
        private var active: [UnsafeMutableRawPointer: Transfer] = unsafe [:]

        // libcurl asks to be initialised once, before any other thread uses it.
        private static let isInitialised = ccurl_initialise() == 0

        /// Creates a set of at most so many connections.
        init(connectionLimit: Int) throws(SinkFailure) {
            guard Self.isInitialised, let multi = unsafe curl_multi_init() else {
                throw SinkFailure("libcurl cannot be initialised")
            }
            unsafe self.multi = multi
            // SAFETY: the handle is valid.
            unsafe ccurl_limit_connections(multi, connectionLimit)
        }

        deinit {
            // SAFETY: transfers are taken out before they are freed, as libcurl asks.
            while let (handle, transfer) = unsafe active.popFirst() {
                withExtendedLifetime(transfer) {
                    _ = unsafe curl_multi_remove_handle(multi, handle)
                }
            }
            unsafe curl_multi_cleanup(multi)
        }

        /// How many requests are under way.
        var activeCount: Int { unsafe active.count }

        /// Starts a request; returns why it could not be made.
        func start(
            _ request: UInt64, url: String, headers: [String], body: [UInt8], timeout: Duration,
            authorities: String?
        ) -> Failure? {
            guard let transfer = idle.popLast() ?? Transfer() else {
                return Self.failure(CURLE_FAILED_INIT)
            }
            transfer.request = request
            let code = transfer.prepare(
                url: url, headers: headers, body: body, timeout: timeout, authorities: authorities)
            // SAFETY: both handles are valid, and the transfer is in no set.
            guard code == CURLE_OK,
                unsafe curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
            else {
                idle.append(transfer)
                return Self.failure(code == CURLE_OK ? CURLE_FAILED_INIT : code)
            }
            unsafe active[transfer.handle] = transfer
            return nil
        }

        /// Does what can be done without waiting, and tells what has ended.
        func perform() -> [Completion] {
            var running: Int32 = 0
            // SAFETY: the handle is valid.
            unsafe curl_multi_perform(multi, &running)
            var completions: [Completion] = []
            var result = CURLE_OK
            while let handle = unsafe ccurl_next_done(multi, &result) {
                let status = unsafe ccurl_status(handle)
                let retryAfter = unsafe ccurl_retry_after(handle)
                // SAFETY: the handle belongs to the set until here.
                unsafe curl_multi_remove_handle(multi, handle)
                guard let transfer = unsafe active.removeValue(forKey: handle) else { continue }
                idle.append(transfer)
                completions.append(
                    Completion(
                        request: transfer.request, status: status, retryAfter: retryAfter,
                        failure: result == CURLE_OK ? nil : Self.failure(result)))
            }
            return completions
        }

        /// Waits until there is something to do, ``wake()`` is called, or for so long.
        func wait(_ duration: Duration) {
            let milliseconds = (duration / .milliseconds(1)).rounded(.up)
            // SAFETY: the handle is valid, and there are no further descriptors.
            unsafe curl_multi_poll(multi, nil, 0, Int32(max(0, min(milliseconds, 60_000))), nil)
        }

        /// Ends a wait, or the next one at once. From any thread.
        func wake() {
            // SAFETY: the handle is valid as long as this object is.
            unsafe curl_multi_wakeup(multi)
        }

        private static func failure(_ code: CURLcode) -> Failure {
            // SAFETY: the function returns a valid C string for every code, which is copied at once.
            let text = unsafe String(cString: curl_easy_strerror(code))
            let isOfReceiver: Bool
            switch code {
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE,
                CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_WRITE_ERROR, CURLE_WEIRD_SERVER_REPLY:
                isOfReceiver = false
            default: isOfReceiver = true
            }
            return Failure(
                reason: text.prefix(1).lowercased() + text.dropFirst(), isOfReceiver: isOfReceiver)
        }
    }
#endif
