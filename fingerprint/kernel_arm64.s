//go:build !purego

#include "textflag.h"

// DOUBLED sets e, f, g and h to a, b, c and d plus the bytes 16-shift earlier. before has
// the 16 bytes before a, and then d.
#define DOUBLED(shift, before, a, b, c, d, e, f, g, h) \
	VEXT $shift, a.B16, before.B16, e.B16 \
	VEXT $shift, b.B16, a.B16, f.B16      \
	VEXT $shift, c.B16, b.B16, g.B16      \
	VEXT $shift, d.B16, c.B16, h.B16      \
	VADD a.B16, e.B16, e.B16              \
	VADD b.B16, f.B16, f.B16              \
	VADD c.B16, g.B16, g.B16              \
	VADD d.B16, h.B16, h.B16              \
	VMOV d.B16, before.B16

// NONZERO sets each byte of sum to its weight if sum, plus three others, has one of the bits
// of the mask.
#define NONZERO(sum, b, c, d) \
	VADD   b.B16, sum.B16, sum.B16   \
	VADD   c.B16, sum.B16, sum.B16   \
	VADD   d.B16, sum.B16, sum.B16   \
	VCMTST V31.B16, sum.B16, sum.B16 \
	VAND   V30.B16, sum.B16, sum.B16

// func candidatesNEON(bits *uint64, data *byte, words int, mask byte, inverses *[32]byte)
TEXT ·candidatesNEON(SB), NOSPLIT, $0-40
	MOVD  bits+0(FP), R0
	MOVD  data+8(FP), R1
	MOVD  words+16(FP), R2
	MOVBU mask+24(FP), R3
	MOVD  inverses+32(FP), R4
	VDUP  R3, V31.B16
	MOVD  $0x8040201008040201, R5
	VDUP  R5, V30.D2
	VLD1  (R4), [V28.B16, V29.B16]

	// Sums that the next 64 bytes need: the last ones of 1, 4 and 8 bytes, the last three
	// of 2, the last two of 16.
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V9.B16, V9.B16, V9.B16
	VEOR V10.B16, V10.B16, V10.B16
	VEOR V11.B16, V11.B16, V11.B16
	VEOR V12.B16, V12.B16, V12.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16

next:
	VLD1.P 64(R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	WORD   $0x4e3c9c00                              // MUL V0.16B, V0.16B, V28.16B
	WORD   $0x4e3d9c21                              // MUL V1.16B, V1.16B, V29.16B
	WORD   $0x4e3c9c42                              // MUL V2.16B, V2.16B, V28.16B
	WORD   $0x4e3d9c63                              // MUL V3.16B, V3.16B, V29.16B
	VMOV   V11.B16, V20.B16
	DOUBLED(15, V4, V0, V1, V2, V3, V5, V6, V7, V8)  // sums of 2
	DOUBLED(14, V20, V5, V6, V7, V8, V0, V1, V2, V3) // of 4
	DOUBLED(12, V12, V0, V1, V2, V3, V13, V14, V15, V16)
	DOUBLED(8, V17, V13, V14, V15, V16, V0, V1, V2, V3)

	// 50 bytes are those of the sums of 16, 16 bytes earlier, 32 bytes earlier, and those
	// of the sums of 2, 48 bytes earlier.
	VMOV V3.B16, V20.B16
	VMOV V2.B16, V21.B16
	NONZERO(V3, V2, V1, V5)
	NONZERO(V2, V1, V0, V11)
	NONZERO(V1, V0, V19, V10)
	NONZERO(V0, V19, V18, V9)
	VMOV V21.B16, V18.B16
	VMOV V20.B16, V19.B16
	VMOV V6.B16, V9.B16
	VMOV V7.B16, V10.B16
	VMOV V8.B16, V11.B16

	// Adding neighbours three times leaves a bit of each byte.
	VADDP  V1.B16, V0.B16, V0.B16
	VADDP  V3.B16, V2.B16, V2.B16
	VADDP  V2.B16, V0.B16, V0.B16
	VADDP  V0.B16, V0.B16, V0.B16
	VMOV   V0.D[0], R6
	MVN    R6, R6
	MOVD.P R6, 8(R0)
	SUBS   $1, R2, R2
	BNE    next
	RET
