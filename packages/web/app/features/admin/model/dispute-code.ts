/** The code of a dispute, such as `DIS-7K3MQX`, from the purchase code of its order; the queue names it alike. */
export const disputeCodeOf = (purchaseCode: string): string =>
  `DIS-${purchaseCode.replace(/^GLD-/, '')}`;
