#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int csystem_listen(const char *host, const char *port) {
  struct addrinfo hints, *found;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  if (getaddrinfo(host, port, &hints, &found) != 0) {
    errno = EADDRNOTAVAIL;
    return -1;
  }
  int listener = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  int yes = 1;
  if (listener < 0 || fcntl(listener, F_SETFD, FD_CLOEXEC) != 0 ||
      setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(listener, found->ai_addr, found->ai_addrlen) != 0 || listen(listener, 16) != 0 ||
      fcntl(listener, F_SETFL, O_NONBLOCK) != 0) {
    int code = errno;
    if (listener >= 0) close(listener);
    listener = -1;
    errno = code;
  }
  freeaddrinfo(found);
  return listener;
}

int csystem_local_port(int listener) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  if (getsockname(listener, (struct sockaddr *)&address, &size) != 0) return -1;
  if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
  if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
  return -1;
}
