/** The code of a withdrawal, such as `SAQ-7C2F09`. */
export const withdrawalCodeOf = (id: string): string => `SAQ-${id.slice(-6).toUpperCase()}`;

/** Derives the code of a dispute, refund or chargeback, such as `DIS-7K3MQX`, from the purchase code of its order. */
const orderMoneyCode =
  (prefix: string) =>
  (purchaseCode: string): string =>
    `${prefix}-${purchaseCode.replace(/^GLD-/, '')}`;

/** The code of an order's dispute. */
export const disputeCodeOf = orderMoneyCode('DIS');
export const refundCodeOf = orderMoneyCode('REE');
export const chargebackCodeOf = orderMoneyCode('CON');
