/** The code of a withdrawal, such as `SAQ-7C2F09`. */
export const withdrawalCodeOf = (id: string): string => `SAQ-${id.slice(-6).toUpperCase()}`;

/**
 * Creates a function that derives the code of a dispute, refund or chargeback, such as `DIS-7K3MQX`, from the purchase
 * code of its order.
 */
const createCodeFunction =
  (prefix: string) =>
  (purchaseCode: string): string =>
    `${prefix}-${purchaseCode.replace(/^GLD-/, '')}`;

export const disputeCodeOf = createCodeFunction('DIS');
export const refundCodeOf = createCodeFunction('REE');
export const chargebackCodeOf = createCodeFunction('CON');
