/** Attributes of the buttons that open the panel. The focus returns to one of these buttons when the panel closes. */
export const PANEL_OPENER_ATTRIBUTES = { 'data-opens': 'recado' } as const;

/** Selector of the buttons with `PANEL_OPENER_ATTRIBUTES`. */
export const PANEL_OPENER_SELECTOR = '[data-opens="recado"]';
