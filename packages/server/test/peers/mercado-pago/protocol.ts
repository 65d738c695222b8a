/* Types of the part of Mercado Pago's API that Guilda uses. */

export interface PeerPreference {
  readonly id: string;
  readonly external_reference: string;
  readonly items: readonly { readonly unit_price: number; readonly quantity: number }[];
  readonly notification_url: string;
  readonly date_created: string;
  readonly init_point: string;
  expires: boolean;
  expiration_date_to: string | null;
  /** Other requested fields. */
  readonly [other: string]: unknown;
}

export interface PeerRefund {
  readonly id: number;
  readonly payment_id: number;
  readonly amount: number;
  readonly date_created: string;
  status: 'approved' | 'in_process' | 'rejected';
}

export interface PeerPayment {
  readonly id: number;
  readonly preferenceId: string;
  readonly external_reference: string;
  readonly transaction_amount: number;
  readonly payment_method_id: string;
  readonly payment_type_id: string;
  readonly date_created: string;
  date_last_updated: string;
  status: string;
  status_detail: string;
  date_approved: string | null;
  transaction_amount_refunded: number;
  readonly refunds: PeerRefund[];
}

/** A chargeback, with the fields of the documentation. */
export interface PeerChargeback {
  readonly id: string;
  readonly payments: readonly number[];
  readonly currency: 'BRL';
  readonly amount: number;
  readonly reason: string;
  coverage_applied: boolean | null;
  readonly coverage_elegible: boolean;
  readonly documentation_required: boolean;
  documentation_status: string;
  readonly documentation: readonly object[];
  readonly date_documentation_deadline: string;
  readonly date_created: string;
  readonly live_mode: boolean;
}

export interface MercadoPagoResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface ReceivedMercadoPagoRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An error response of Mercado Pago. */
export const mercadoPagoError = (
  status: number,
  code: number | string,
  message = 'Refused',
): MercadoPagoResponse => ({
  status,
  body: {
    message,
    error: typeof code === 'string' ? code : status === 404 ? 'not_found' : 'bad_request',
    status,
    cause: typeof code === 'string' ? null : [{ code, description: message, data: null }],
  },
});

/** Integer centavos of an amount in reais, the unit of Mercado Pago. */
export const toCents = (reais: number): number => Math.round(reais * 100);
