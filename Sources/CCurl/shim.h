// libcurl's multi interface without its variadic functions, which Swift cannot call.
#pragma once
#include <curl/curl.h>
#include <stdint.h>

// What a request is made of. The headers must last until the request is over, the rest for the call.
typedef struct {
  const char *url;
  struct curl_slist *headers;
  const void *body;
  int64_t body_size;
  long timeout_milliseconds;
  // A file of certificates, or NULL for the system's.
  const char *authorities;
} ccurl_request;

static size_t ccurl_discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

// Makes a handle ready for one POST. Redirects are not followed, certificates are checked, and no
// proxy or scheme but HTTP and HTTPS is used that the environment does not name.
static inline CURLcode ccurl_prepare(CURL *handle, const ccurl_request *request) {
  long connecting = request->timeout_milliseconds < 5000 ? request->timeout_milliseconds : 5000;
  CURLcode code = CURLE_OK;
#define CCURL_SET(option, value) \
  if (code == CURLE_OK) code = curl_easy_setopt(handle, option, value)
  curl_easy_reset(handle);
  CCURL_SET(CURLOPT_PROTOCOLS_STR, "http,https");
  CCURL_SET(CURLOPT_URL, request->url);
  CCURL_SET(CURLOPT_POST, 1L);
  CCURL_SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
  CCURL_SET(CURLOPT_COPYPOSTFIELDS, request->body);
  CCURL_SET(CURLOPT_HTTPHEADER, request->headers);
  CCURL_SET(CURLOPT_FOLLOWLOCATION, 0L);
  CCURL_SET(CURLOPT_NOSIGNAL, 1L);
  CCURL_SET(CURLOPT_SSL_VERIFYPEER, 1L);
  CCURL_SET(CURLOPT_SSL_VERIFYHOST, 2L);
  CCURL_SET(CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
  CCURL_SET(CURLOPT_CONNECTTIMEOUT_MS, connecting);
  CCURL_SET(CURLOPT_WRITEFUNCTION, ccurl_discard);
  CCURL_SET(CURLOPT_USERAGENT, "fencewatch");
  if (request->authorities != NULL) CCURL_SET(CURLOPT_CAINFO, request->authorities);
#undef CCURL_SET
  return code;
}

// The handle of a request that is over, and how it ended; NULL when none is.
static inline CURL *ccurl_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

// The status of the response, 0 for none.
static inline long ccurl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

// The seconds that the response asks to wait, 0 for none.
static inline int64_t ccurl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
  return seconds;
}

static inline void ccurl_limit_connections(CURLM *multi, long count) {
  curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, count);
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}

static inline int ccurl_initialise(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
