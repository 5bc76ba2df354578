/** A requirement of a membership, as addresses name it. */
export const feeKey = (fee: { requirementId: string; profileLevelAccessId: string }) =>
  `${fee.requirementId}.${fee.profileLevelAccessId}`;

/** The address where a fee is paid, with only this fee selected. */
export const payHref = (fee: { requirementId: string; profileLevelAccessId: string }) =>
  `/payments?item=${feeKey(fee)}`;

/** The result of a payment. */
export const paymentHref = (paymentId: string) => `/payments?payment=${paymentId}`;
