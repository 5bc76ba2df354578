/** A requirement of a membership, as addresses name it. */
export const feeKey = (fee: { requirementId: string; profileLevelAccessId: string }) =>
  `${fee.requirementId}.${fee.profileLevelAccessId}`;

/** Where a fee is paid, with nothing else chosen. */
export const payHref = (fee: { requirementId: string; profileLevelAccessId: string }) =>
  `/payments?item=${feeKey(fee)}`;

/** What came of a payment. */
export const paymentHref = (paymentId: string) => `/payments?payment=${paymentId}`;
