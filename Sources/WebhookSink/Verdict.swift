#if Webhook
    /// What the end of a request means for what it carried.
    enum Verdict: Hashable {
        /// The receiver has it.
        case delivered

        /// It is tried again after a while; other requests go on.
        case retry(String)

        /// The receiver is down or asks for time: nothing is sent to it for a while.
        case pause(String, Duration?)

        /// The receiver will not have it.
        case refused(String)

        /// Reads the end of a request.
        init(_ completion: CurlMulti.Completion) {
            if let failure = completion.failure {
                self = failure.isOfReceiver ? .pause(failure.reason, nil) : .retry(failure.reason)
                return
            }
            let status = completion.status
            let reason = "the receiver answered with status \(status)"
            switch status {
            case 200..<300: self = .delivered
            case 300..<400: self = .retry(reason + ", a redirect, which is not followed")
            case 429, 502, 503, 504:
                // An hour is the longest that is waited at a receiver's word.
                let seconds = min(completion.retryAfter, 3600)
                self = .pause(reason, seconds > 0 ? .seconds(seconds) : nil)
            case 408, 409, 425, 500...: self = .retry(reason)
            default: self = .refused(reason)
            }
        }
    }
#endif
