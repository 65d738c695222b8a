/** What people call a withdrawal by: `SAQ-7C2F09`. */
export const withdrawalCode = (id: string): string => `SAQ-${id.slice(-6).toUpperCase()}`;

/** What people call a refund by: as its order, `REE-7K3MQX`. */
export const refundCode = (purchaseCode: string): string =>
  `REE-${purchaseCode.replace(/^GLD-/, '')}`;
