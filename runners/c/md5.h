/* MD5, after RFC 1321. */
#ifndef MD5_H
#define MD5_H

#include "text.h"

void md5(Text message, unsigned char digest[16]);

#endif
