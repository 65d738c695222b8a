/** The order of the examples. */
export const exampleOrderId = '0199c000-0000-7000-8000-000000000001';

/** A preference as in the API reference, with invented data. */
export const preferenceExample = {
  additional_info: '',
  auto_return: 'approved',
  back_urls: { failure: '', pending: '', success: 'https://guilda.example/success' },
  client_id: '6295877106812064',
  collector_id: 1_165_071_449,
  date_created: '2026-11-20T07:55:31.000-04:00',
  date_of_expiration: '2026-11-20T09:00:00.000-04:00',
  expiration_date_from: null,
  expiration_date_to: '2026-11-20T08:30:00.000-04:00',
  expires: true,
  external_reference: exampleOrderId,
  id: '1165071449-01a7c1ff-3fd1-4b1b-b1b1-5d2f0d9d7c11',
  init_point: 'https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=1165071449-01a7c1ff',
  items: [{ id: 'GLD-7K3MQX', currency_id: 'BRL', title: 'Duo', quantity: 1, unit_price: 45.9 }],
  marketplace: 'NONE',
  payer: { email: '', name: '', identification: { number: '', type: '' } },
  sandbox_init_point: 'https://sandbox.mercadopago.com.br/checkout/v1/redirect?pref_id=1165071449',
  site_id: 'MLB',
};

/** A Pix that arrived, as in the API reference, with invented data. */
export const pixExample = {
  id: 1_319_253_067,
  date_created: '2026-11-20T07:56:02.000-04:00',
  date_approved: '2026-11-20T07:57:11.000-04:00',
  date_last_updated: '2026-11-20T07:57:11.000-04:00',
  date_of_expiration: '2026-11-20T09:00:00.000-04:00',
  operation_type: 'regular_payment',
  payment_method_id: 'pix',
  payment_type_id: 'bank_transfer',
  payment_method: { id: 'pix', issuer_id: '12501', type: 'bank_transfer' },
  status: 'approved',
  status_detail: 'accredited',
  currency_id: 'BRL',
  description: 'Duo',
  live_mode: true,
  collector_id: 1_165_071_449,
  payer: { id: '144', email: null, identification: { number: null, type: null } },
  metadata: {},
  additional_info: { nsu_processadora: null, available_balance: null },
  order: { id: '25170000011', type: 'mercadopago' },
  external_reference: exampleOrderId,
  transaction_amount: 45.9,
  transaction_amount_refunded: 0,
  coupon_amount: 0,
  transaction_details: {
    net_received_amount: 45.45,
    total_paid_amount: 45.9,
    overpaid_amount: 0,
    bank_transfer_id: 60_114_411_521,
    transaction_id: null,
  },
  fee_details: [{ amount: 0.45, fee_payer: 'collector', type: 'mercadopago_fee' }],
  captured: true,
  card: {},
  refunds: [],
  point_of_interaction: {
    type: 'CHECKOUT',
    business_info: { unit: 'online_payments', sub_unit: 'checkout_pro' },
    transaction_data: { e2e_id: 'E18236120202611201157s0123456789', transaction_id: null },
  },
};

/** A card payment in instalments, as in the API reference, with invented data. */
export const cardExample = {
  ...pixExample,
  id: 1_319_253_068,
  payment_method_id: 'master',
  payment_type_id: 'credit_card',
  point_of_interaction: { type: 'CHECKOUT', transaction_data: null },
  transaction_details: { ...pixExample.transaction_details, total_paid_amount: 51.37 },
  installments: 6,
  card: { first_six_digits: '503143', last_four_digits: '6351' },
};
