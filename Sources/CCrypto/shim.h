// What is used of OpenSSL's libcrypto.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stddef.h>

// HMAC with SHA-256; returns whether it worked. `digest` has room for 32 bytes.
static inline int ccrypto_hmac_sha256(const void *key, int key_size, const void *message,
                                      size_t message_size, unsigned char *digest) {
  unsigned int size = 0;
  return HMAC(EVP_sha256(), key, key_size, (const unsigned char *)message, message_size, digest,
              &size) != NULL &&
         size == 32;
}

// SHA-256; returns whether it worked. `digest` has room for 32 bytes.
static inline int ccrypto_sha256(const void *message, size_t message_size, unsigned char *digest) {
  unsigned int size = 0;
  return EVP_Digest(message, message_size, digest, &size, EVP_sha256(), NULL) == 1 && size == 32;
}
