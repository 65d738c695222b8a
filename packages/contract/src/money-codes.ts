/** The code of a withdrawal, such as `SAQ-7C2F09`. */
export const withdrawalCodeOf = (id: string): string => `SAQ-${id.slice(-6).toUpperCase()}`;

/** Derives the code of what is about an order's money, such as `DIS-7K3MQX`, from the order's purchase code. */
const orderMoneyCode =
  (prefix: string) =>
  (purchaseCode: string): string =>
    `${prefix}-${purchaseCode.replace(/^GLD-/, '')}`;

/** The code of an order's dispute. */
export const disputeCodeOf = orderMoneyCode('DIS');
export const refundCodeOf = orderMoneyCode('REE');
export const chargebackCodeOf = orderMoneyCode('CON');
