import type { NotificationTopic } from './notification-delivery.ts';

/** Page that a notification links to: the chat with its sender, or a page whose ids are in `additionalInfo`. */
export type NotificationPage =
  | 'chat'
  | 'order'
  | 'order-review'
  | 'post'
  | 'post-comments'
  | 'wallet'
  | 'own-cases'
  | 'decisions'
  | 'data-export'
  | 'service';

/** Names of lucide icons for notifications. */
export type NotificationIcon =
  | 'award'
  | 'bell'
  | 'file-archive'
  | 'gavel'
  | 'gift'
  | 'message-square'
  | 'phone-missed'
  | 'receipt'
  | 'user-plus';

/** Row of the table of notifications: how a notification of one event looks, and which page it links to. */
export type NotificationEventRow = {
  readonly page: NotificationPage;
  /** Bold words before the text of this event, instead of those of its kind. */
  readonly leadText?: string;
} & (
  | {
      readonly topic: 'orders';
      /** Heading of the mail about a notification of this event; null for withdrawals, which are not mailed. */
      readonly mailHeading: string | null;
    }
  | { readonly topic: Exclude<NotificationTopic, 'orders'> }
);

/** Row of the table of notifications: a kind with its events. */
export interface NotificationKindRow {
  readonly icon: NotificationIcon;
  /** Bold words before the text; null to show the sender's name instead. */
  readonly leadText: string | null;
  readonly events: Readonly<Record<string, NotificationEventRow>>;
}

/**
 * All notifications by their kind (`type`) and by what happened (`additionalInfo.event`). The enum of the database
 * column, mails, pushes, and the browser's icons, words and links are derived from this table. Kinds without events are
 * part of the API, but no code records them yet.
 */
export const notificationKinds = {
  message: {
    icon: 'message-square',
    leadText: null,
    events: {
      message: { topic: 'messages', page: 'chat' },
      started: { topic: 'orders', page: 'chat', mailHeading: 'O atendimento vai começar' },
    },
  },
  payment: {
    icon: 'receipt',
    leadText: 'Pagamento',
    events: {
      paid: { topic: 'orders', page: 'order', mailHeading: 'Você tem um novo pedido' },
      completed: {
        topic: 'orders',
        page: 'order',
        leadText: 'Atendimento',
        mailHeading: 'O pedido foi concluído',
      },
      expired: { topic: 'orders', page: 'order', mailHeading: 'O pedido foi cancelado' },
      revoked: { topic: 'orders', page: 'order', mailHeading: 'O pedido foi cancelado' },
      refunded: {
        topic: 'orders',
        page: 'order',
        leadText: 'Reembolso',
        mailHeading: 'O pedido foi encerrado',
      },
      returned: {
        topic: 'orders',
        page: 'order',
        leadText: 'Reembolso',
        mailHeading: 'Um pagamento foi reembolsado',
      },
      refund_settled: {
        topic: 'orders',
        page: 'order',
        leadText: 'Reembolso',
        mailHeading: 'A equipe pagou seu reembolso',
      },
      disputed: {
        topic: 'orders',
        page: 'order',
        leadText: 'Disputa',
        mailHeading: 'Um pedido seu está em disputa',
      },
      dispute_answered: {
        topic: 'orders',
        page: 'order',
        leadText: 'Disputa',
        mailHeading: 'Quem vende respondeu à disputa',
      },
      dispute_overdue: {
        topic: 'orders',
        page: 'order',
        leadText: 'Disputa',
        mailHeading: 'A decisão da disputa está atrasada',
      },
      dispute_resolved: {
        topic: 'orders',
        page: 'order',
        leadText: 'Disputa',
        mailHeading: 'A disputa terminou',
      },
      charged_back: {
        topic: 'orders',
        page: 'order',
        leadText: 'Contestação',
        mailHeading: 'Um pagamento foi contestado no banco',
      },
      chargeback_won: {
        topic: 'orders',
        page: 'order',
        leadText: 'Contestação',
        mailHeading: 'Uma contestação terminou a seu favor',
      },
      withdrawal_settled: {
        topic: 'orders',
        page: 'wallet',
        leadText: 'Saque',
        mailHeading: null,
      },
      withdrawal_refused: {
        topic: 'orders',
        page: 'wallet',
        leadText: 'Saque',
        mailHeading: null,
      },
    },
  },
  friend_request: { icon: 'user-plus', leadText: null, events: {} },
  achievement: {
    icon: 'award',
    leadText: 'Selo novo',
    events: {
      reviewed: {
        topic: 'orders',
        page: 'order-review',
        leadText: 'Avaliação',
        mailHeading: 'Você recebeu uma avaliação',
      },
    },
  },
  gift: { icon: 'gift', leadText: 'Presente', events: {} },
  call: {
    icon: 'phone-missed',
    leadText: 'Ligação perdida',
    events: { missed: { topic: 'calls', page: 'chat' } },
  },
  like: { icon: 'bell', leadText: null, events: { like: { topic: 'community', page: 'post' } } },
  comment: {
    icon: 'bell',
    leadText: null,
    events: { comment: { topic: 'community', page: 'post-comments' } },
  },
  moderation: {
    icon: 'gavel',
    leadText: 'Equipe',
    events: {
      decision: { topic: 'community', page: 'decisions' },
      decision_lifted: { topic: 'community', page: 'decisions' },
      case_decided: { topic: 'community', page: 'own-cases' },
    },
  },
  export: {
    icon: 'file-archive',
    leadText: 'Seus dados',
    events: { export_ready: { topic: 'community', page: 'data-export' } },
  },
} as const satisfies Readonly<Record<string, NotificationKindRow>>;

export type NotificationKind = keyof typeof notificationKinds;

export type NotificationEvent<Kind extends NotificationKind> =
  keyof (typeof notificationKinds)[Kind]['events'] & string;

/** A kind with one of its events, as code passes it when it records a notification. */
export type NotificationSource = {
  readonly [Kind in NotificationKind]: {
    readonly type: Kind;
    readonly event: NotificationEvent<Kind>;
  };
}[NotificationKind];
