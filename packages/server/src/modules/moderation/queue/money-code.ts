/** The code of a withdrawal, such as `SAQ-7C2F09`. */
export const withdrawalCodeOf = (id: string): string => `SAQ-${id.slice(-6).toUpperCase()}`;

/** The code of a dispute, such as `DIS-7K3MQX`, derived from the purchase code of its order. */
export const disputeCodeOf = (purchaseCode: string): string =>
  `DIS-${purchaseCode.replace(/^GLD-/, '')}`;

/** The code of a refund, such as `REE-7K3MQX`, derived from the purchase code of its order. */
export const refundCodeOf = (purchaseCode: string): string =>
  `REE-${purchaseCode.replace(/^GLD-/, '')}`;

/** The code of a chargeback, such as `CON-7K3MQX`, derived from the purchase code of its order. */
export const chargebackCodeOf = (purchaseCode: string): string =>
  `CON-${purchaseCode.replace(/^GLD-/, '')}`;
