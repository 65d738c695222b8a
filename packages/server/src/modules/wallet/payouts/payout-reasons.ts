/** pt-BR reasons that the seller reads when the money of a payout is back in the wallet. */
export const payoutReasons = {
  refused: 'Quem faz o Pix não aceitou a chave ou o CPF. Confira os dois e peça de novo.',
  debt: 'Há um valor a devolver por um pagamento contestado, e o saque pagou esse valor primeiro.',
  failed: 'O Pix não foi concluído. Confira a chave e peça de novo.',
  returned: 'O banco devolveu o Pix. Confira a chave e peça de novo.',
} as const;
