/**
 * Every expected failure by its code, with its HTTP status and its pt-BR text. Clients rely on the texts,
 * which are listed in `docs/product/errors.md`; unusual spellings in them are intended.
 */
const errorCatalog = {
  invalid_input: { status: 400, text: 'Dados inválidos.' },
  invalid_parameter: { status: 400, text: 'Parâmetro inválido.' },
  invalid_date: { status: 400, text: 'Data inválida.' },
  offer_too_high: { status: 400, text: 'A proposta precisa ser menor que o preço.' },
  refund_too_high: { status: 400, text: 'O valor devolvido precisa ser menor que o preço.' },
  invalid_text: { status: 400, text: 'Texto inválido.' },
  invalid_username: { status: 400, text: 'Nome de usuário inválido.' },
  discord_state_invalid: {
    status: 400,
    text: 'Este pedido de conexão expirou. Tente conectar o Discord de novo.',
  },
  discord_link_refused: {
    status: 400,
    text: 'O Discord não confirmou a sua conta. Tente conectar de novo.',
  },
  malformed_request: { status: 400, text: 'Requisição malformada.' },
  token_missing: { status: 401, text: 'Token não fornecido.' },
  token_invalid: { status: 401, text: 'Token inválido' },
  identity_rejected: { status: 401, text: 'Não foi possível verificar sua conta.' },
  webhook_unauthorized: { status: 401, text: 'Não autorizado.' },
  forbidden: { status: 403, text: 'Acesso negado.' },
  /**
   * The request needs a confirmation, for which the person must sign in with the identity provider again; unlike
   * `forbidden`, the refusal does not depend on the role.
   */
  confirmation_required: {
    status: 403,
    text: 'Confirme que é você: entre de novo com a sua conta.',
  },
  account_suspended: { status: 403, text: 'Sua conta está suspensa.' },
  adults_only: { status: 403, text: 'Conteúdo disponível apenas para maiores de 18 anos.' },
  /** The person must first prove the required age. Unlike `adults_only`, the refusal does not depend on the content. */
  age_required: {
    status: 403,
    text: 'Confirme sua idade para publicar, conversar, comprar ou vender.',
  },
  own_service: { status: 403, text: 'Você não pode comprar o próprio serviço.' },
  only_seller_starts: { status: 403, text: 'Apenas quem vende pode iniciar o atendimento.' },
  only_buyer_reviews: { status: 403, text: 'Apenas quem compra pode avaliar.' },
  only_buyer_cancels: { status: 403, text: 'Apenas quem compra pode cancelar o pedido.' },
  only_seller_answers: { status: 403, text: 'Apenas quem vende pode responder à avaliação.' },
  only_buyer_disputes: { status: 403, text: 'Apenas quem compra pode fazer isto.' },
  only_seller_answers_dispute: { status: 403, text: 'Apenas quem vende pode responder à disputa.' },
  profile_incomplete: {
    status: 403,
    text: 'Complete seu perfil com foto e bio para anunciar nesta categoria.',
  },
  blocked: { status: 403, text: 'Não é possível interagir com esta pessoa.' },
  /**
   * An empty message, a message that is too long, an unknown receiver and a block get the same code, so that the sender
   * cannot recognise a block.
   */
  message_refused: { status: 403, text: 'Não foi possível enviar a mensagem.' },
  caller_without_discord: {
    status: 403,
    text: 'Você não tem o Discord ativo, vá nas configurações para ativar.',
  },
  calls_off: { status: 403, text: 'O usuário chamado não aceita ligações.' },
  own_call: { status: 403, text: 'Você não pode se chamar a si mesmo.' },
  callee_without_discord: {
    status: 403,
    text: 'Você precisa ter o Discord configurado para aceitar chamadas.',
  },
  only_buyer_asks_support: { status: 403, text: 'Apenas quem compra pode pedir suporte.' },
  not_found: { status: 404, text: 'Não encontrado.' },
  user_not_found: { status: 404, text: 'Usuário não encontrado.' },
  service_not_found: { status: 404, text: 'Serviço não encontrado.' },
  post_not_found: { status: 404, text: 'Publicação não encontrada.' },
  comment_not_found: { status: 404, text: 'Comentário não encontrado.' },
  archive_not_found: { status: 404, text: 'Arquivo não encontrado.' },
  pack_not_found: { status: 404, text: 'Pacote não encontrado.' },
  pack_hidden: { status: 404, text: 'A equipe tirou este pacote do ar.' },
  review_not_found: { status: 404, text: 'Avaliação não encontrada.' },
  withdrawal_not_found: { status: 404, text: 'Saque não encontrado.' },
  order_not_found: { status: 404, text: 'Pedido não encontrado.' },
  notification_not_found: { status: 404, text: 'Notificação não encontrada.' },
  session_not_found: { status: 404, text: 'Sessão não encontrada.' },
  case_not_found: { status: 404, text: 'Caso não encontrado.' },
  decision_not_found: { status: 404, text: 'Decisão não encontrada.' },
  chargeback_not_found: { status: 404, text: 'Contestação não encontrada.' },
  refund_not_found: { status: 404, text: 'Reembolso não encontrado.' },
  dispute_not_found: { status: 404, text: 'Disputa não encontrada.' },
  export_not_found: { status: 404, text: 'Cópia dos dados não encontrada.' },
  username_taken: { status: 409, text: 'Nome de usuário já está em uso.' },
  open_orders: { status: 409, text: 'Você possui pedidos em andamento.' },
  picture_refused: {
    status: 409,
    text: 'Esta imagem foi removida pela equipe e não pode ser enviada de novo.',
  },
  already_reviewed: { status: 409, text: 'Você já avaliou esta compra.' },
  already_answered: { status: 409, text: 'Você já respondeu a esta avaliação.' },
  too_many_blocks: {
    status: 409,
    text: 'Você já bloqueou o máximo de pessoas. Desbloqueie alguém para bloquear outra pessoa.',
  },
  too_many_archives: { status: 409, text: 'Há arquivos demais à espera de um serviço.' },
  balance_too_low: { status: 409, text: 'Saldo disponível insuficiente.' },
  payout_profile_missing: {
    status: 409,
    text: 'Antes do primeiro saque, diga quem recebe: nome completo, CPF e data de nascimento.',
  },
  payout_profile_resting: {
    status: 409,
    text: 'Seus dados de saque mudaram há pouco. Por segurança, o saque espera um tempo depois da mudança.',
  },
  second_admin_needed: {
    status: 409,
    text: 'Você já aprovou este saque. Outra pessoa da equipe precisa marcar como pago.',
  },
  wallet_in_debt: {
    status: 409,
    text: 'Você tem um valor a devolver por um pagamento contestado. Novas vendas pagam esse valor, e depois os saques voltam.',
  },
  withdrawal_in_debt: {
    status: 409,
    text: 'Esta pessoa tem um valor a devolver. O saque espera até que novas vendas paguem esse valor.',
  },
  withdrawal_decided: { status: 409, text: 'Este saque já foi decidido.' },
  payout_receiver_missing: {
    status: 409,
    text: 'Falta o CPF de quem recebe: pague à mão, ou recuse e peça um novo pedido.',
  },
  case_decided: { status: 409, text: 'Este caso já foi decidido.' },
  already_appealed: { status: 409, text: 'Você já recorreu desta decisão.' },
  decision_lifted: { status: 409, text: 'Esta decisão já não vale mais.' },
  refund_decided: { status: 409, text: 'Este reembolso já foi resolvido.' },
  action_impossible: { status: 409, text: 'Esta ação não se aplica aqui.' },
  already_adult: { status: 409, text: 'Sua idade já foi verificada.' },
  order_wrong_status: { status: 409, text: 'Status do pedido não permite esta ação.' },
  pack_opened: {
    status: 409,
    text: 'Você já abriu os arquivos deste pacote. Fale com quem vendeu ou com a equipe.',
  },
  dispute_open: { status: 409, text: 'Este pedido está em disputa. Espere a disputa terminar.' },
  dispute_exists: { status: 409, text: 'Este pedido já teve uma disputa.' },
  dispute_answered: { status: 409, text: 'Esta disputa já foi respondida.' },
  dispute_resolved: { status: 409, text: 'Esta disputa já terminou.' },
  nothing_to_dispute: { status: 409, text: 'Este pedido foi de graça: não há valor a devolver.' },
  offer_missing: { status: 409, text: 'Não há proposta para aceitar.' },
  payment_processed: { status: 409, text: 'Pagamento já processado.' },
  service_unavailable: { status: 409, text: 'Este serviço não está disponível no momento.' },
  service_changed: {
    status: 409,
    text: 'Quem vende mudou este serviço. Confira e aperte Contratar de novo.',
  },
  idempotency_mismatch: {
    status: 409,
    text: 'Esta chave já foi usada em outra compra.',
  },
  message_id_taken: { status: 409, text: 'Este identificador já foi usado em outra mensagem.' },
  not_registered: { status: 409, text: 'Esta conexão ainda não se registrou.' },
  push_not_subscribed: { status: 409, text: 'Este aparelho ainda não recebe avisos.' },
  call_not_found: { status: 409, text: 'Ligação não encontrada.' },
  callee_busy: { status: 409, text: 'Esta pessoa está em outra ligação.' },
  already_calling: { status: 409, text: 'Você já está em uma ligação.' },
  discord_taken: {
    status: 409,
    text: 'Esta conta do Discord já está vinculada a outro usuário.',
  },
  discord_already_linked: {
    status: 409,
    text: 'Sua conta já tem um Discord conectado. Desconecte-o antes de conectar outro.',
  },
  last_admin: { status: 409, text: 'A última pessoa administradora não pode ser suspensa.' },
  administrator_stays: {
    status: 409,
    text: 'Quem é da equipe não pode excluir a conta. Peça antes para sair da equipe.',
  },
  file_too_large: { status: 413, text: 'Arquivo muito grande.' },
  body_too_large: { status: 413, text: 'Requisição muito grande.' },
  storage_full: {
    status: 413,
    text: 'Seu armazenamento está cheio. Apague serviços, arquivos ou publicações com imagem que você não usa e tente de novo.',
  },
  file_type: { status: 415, text: 'Formato de arquivo não permitido.' },
  content_type: { status: 415, text: 'Tipo de conteúdo não aceito.' },
  rate_limited: {
    status: 429,
    text: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  },
  too_many_uploads: {
    status: 429,
    text: 'Você já está enviando vários arquivos. Espere um deles terminar e tente de novo.',
  },
  /** Sent to sockets only, as the code of a `connect_error`: the person has too many open connections. */
  too_many_sockets: {
    status: 429,
    text: 'Sua conta está aberta em lugares demais. Feche uma aba ou um aparelho e tente de novo.',
  },
  internal: { status: 500, text: 'Ocorreu um erro inesperado.' },
  unavailable: { status: 503, text: 'Serviço temporariamente indisponível.' },
  /** The node has reached its socket limit; another node may have capacity. */
  node_full: { status: 503, text: 'Há gente demais por aqui agora. Tente de novo em instantes.' },
  storage_unavailable: { status: 503, text: 'Armazenamento indisponível.' },
  age_check_unavailable: {
    status: 503,
    text: 'A verificação de idade está indisponível no momento. Tente novamente em instantes.',
  },
  call_room_failed: { status: 503, text: 'Não foi possível criar o chat no Discord.' },
  discord_unavailable: {
    status: 503,
    text: 'O Discord está indisponível no momento. Tente novamente em instantes.',
  },
  /** Discord is not configured. Pages show this text instead of the controls for calls. */
  calls_unavailable: {
    status: 503,
    text: 'A Guilda está sem ligações por enquanto. Use a conversa para combinar tudo.',
  },
  push_unavailable: { status: 503, text: 'Os avisos do navegador estão indisponíveis no momento.' },
  payment_unavailable: {
    status: 503,
    text: 'O pagamento está indisponível no momento. Tente novamente em instantes.',
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errorCatalog;

export const errors: Readonly<Record<ErrorCode, { status: number; text: string }>> = errorCatalog;
