import { Link } from 'react-router';
import { durationInHoursText, durationInMinutesText } from '../../../lib/format/duration-text.ts';
import type { HelpTopic } from './topic.ts';

export const buyingTopic: HelpTopic = {
  slug: 'comprar',
  title: 'Comprar',
  introduction: 'Como escolher, pagar e acompanhar um pedido.',
  questions: [
    {
      id: 'tipos',
      question: 'O que dá para comprar aqui?',
      Answer: () => (
        <p>
          Serviços de outras pessoas, de dois tipos. <b>Call</b> é um atendimento ao vivo: aula,
          partida em dupla, companhia. <b>Mídia</b> é um pacote de arquivos que você baixa depois de
          pagar.
        </p>
      ),
    },
    {
      id: 'como',
      question: 'Como faço um pedido?',
      Answer: ({ rules }) => (
        <ol>
          <li>Abra o serviço, veja a nota e, se quiser, converse com quem vende.</li>
          <li>
            Pague com Pix ou cartão na página do provedor de pagamentos. Você tem{' '}
            {durationInMinutesText(rules.paymentMinutes)}; depois disso o pedido é cancelado e nada
            é cobrado.
          </li>
          <li>Quem vende inicia o atendimento, e a conversa abre para vocês dois.</li>
          <li>No fim, confirme que recebeu e avalie.</li>
        </ol>
      ),
    },
    {
      id: 'onde',
      question: 'Onde acho meu pedido, também o que ainda não paguei?',
      Answer: () => (
        <p>
          No início, em <b>Na sua mesa</b>, e em{' '}
          <Link className="link" to="/sales?aba=compras">
            Compras
          </Link>
          , no menu. O código da compra identifica o pedido quando você fala com a equipe.
        </p>
      ),
    },
    {
      id: 'nao-comecou',
      question: 'Paguei e ninguém começou. E agora?',
      Answer: ({ rules }) => (
        <p>
          Se quem vende não começar em {durationInHoursText(rules.startHours)}, o dinheiro volta
          inteiro, sozinho. Antes disso você pode desfazer a compra no próprio pedido, desde que não
          tenha aberto nenhum arquivo do pacote.
        </p>
      ),
    },
    {
      id: 'problema',
      question: 'Deu problema no atendimento. O que faço?',
      Answer: ({ rules }) => (
        <p>
          Use <b>Tive um problema</b>, no pedido. O dinheiro fica parado, e quem vende tem{' '}
          {durationInHoursText(rules.disputeAnswerHours)} para responder. Sem resposta, tudo volta
          para você. Se vocês não se acertarem, a equipe decide.
        </p>
      ),
    },
  ],
};
