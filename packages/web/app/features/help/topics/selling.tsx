import { Link } from 'react-router';
import { durationInHoursText } from '../../../lib/format/duration-text.ts';
import type { HelpTopic } from './topic.ts';

export const sellingTopic: HelpTopic = {
  slug: 'vender',
  title: 'Vender',
  introduction: 'Como publicar um serviço, atender e receber boas avaliações.',
  questions: [
    {
      id: 'publicar',
      question: 'Como publico um serviço?',
      Answer: () => (
        <p>
          Use <b>Adicionar serviço</b>, no alto da página ou no botão + do celular. Você escolhe um
          título, uma descrição, o preço, uma imagem e uma categoria. Quanto custa e quando cai o
          dinheiro está em{' '}
          <Link className="link" to="/vender">
            Quero vender
          </Link>
          .
        </p>
      ),
    },
    {
      id: 'atender',
      question: 'Vendi. O que faço?',
      Answer: ({ rules }) => (
        <p>
          O pedido aparece no início e em <b>Vendas</b>. Use <b>Iniciar atendimento</b> em até{' '}
          {durationInHoursText(rules.startHours)}: quem comprou recebe um aviso, e a conversa abre
          para vocês. No fim, use <b>Finalizar</b>. Sem início nesse prazo, o dinheiro volta para
          quem comprou.
        </p>
      ),
    },
    {
      id: 'mudar',
      question: 'Posso mudar ou pausar um serviço?',
      Answer: () => (
        <p>
          Pode, quando quiser, no menu do serviço. Os pedidos que já existem não mudam: cada um
          guarda o título, o preço e os arquivos do momento da compra.
        </p>
      ),
    },
    {
      id: 'disputa',
      question: 'Quem comprou abriu uma disputa. E agora?',
      Answer: ({ rules }) => (
        <p>
          Responda no pedido em até {durationInHoursText(rules.disputeAnswerHours)}: devolva tudo,
          proponha devolver uma parte ou conteste. Sem resposta, tudo volta para quem comprou. Se
          você contestar, a equipe lê os dois lados e decide.
        </p>
      ),
    },
    {
      id: 'adulto',
      question: 'Posso vender conteúdo +18?',
      Answer: () => (
        <p>
          Só na categoria Nudez (+18), com a idade verificada e um perfil com foto e bio. Quem não
          verificou a idade não vê nada dela.
        </p>
      ),
    },
  ],
};
