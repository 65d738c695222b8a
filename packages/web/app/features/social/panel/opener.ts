/** Marks the buttons that open the panel, so that the focus finds its way back to one. */
export const OPENER_MARK = { 'data-opens': 'recado' } as const;

/** Selector of those buttons. */
export const OPENER = '[data-opens="recado"]';
