/** pt-BR reasons shown to the seller when the money of a payout is returned to the wallet. */
export const payoutReturnReasons = {
  refused: 'Quem faz o Pix não aceitou a chave ou o CPF. Confira os dois e peça de novo.',
  debt: 'Há um valor a devolver por um pagamento contestado, e o saque pagou esse valor primeiro.',
  failed: 'O Pix não foi concluído. Confira a chave e peça de novo.',
  returned: 'O banco devolveu o Pix. Confira a chave e peça de novo.',
} as const;
