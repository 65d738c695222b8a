import { durationInHoursText } from '../../../lib/format/duration-text.ts';
import { clearingText } from '../clearing-text.ts';
import type { HelpTopic } from './topic.ts';

export const moneyTopic: HelpTopic = {
  slug: 'dinheiro',
  title: 'Dinheiro',
  introduction: 'Onde seu dinheiro fica, quando ele volta e quando quem vende recebe.',
  questions: [
    {
      id: 'guardado',
      question: 'Para onde vai o dinheiro quando pago?',
      Answer: ({ rules }) => <p>Ele fica guardado com a Guilda. {clearingText(rules)}</p>,
    },
    {
      id: 'volta',
      question: 'Quando o dinheiro volta para mim?',
      Answer: ({ rules }) => (
        <ul>
          <li>Sozinho, se o atendimento não começar em {durationInHoursText(rules.startHours)}.</li>
          <li>Quando você desfaz a compra antes do início, sem ter aberto arquivos do pacote.</li>
          <li>Quando quem vende reembolsa.</li>
          <li>Quando uma disputa termina a seu favor, inteiro ou em parte.</li>
        </ul>
      ),
    },
    {
      id: 'como-volta',
      question: 'Por onde ele volta, e em quanto tempo?',
      Answer: () => (
        <p>
          Pelo mesmo caminho do pagamento. O tempo até aparecer na conta ou na fatura é do provedor
          de pagamentos e do seu banco.
        </p>
      ),
    },
    {
      id: 'taxa',
      question: 'Quanto a Guilda cobra?',
      Answer: ({ rules }) => (
        <p>
          Quem compra paga só o preço.{' '}
          {rules.feePercent === 0
            ? 'Quem vende também não paga taxa.'
            : `De quem vende, a taxa é de ${rules.feePercent}% de cada venda concluída.`}
        </p>
      ),
    },
    {
      id: 'saque',
      question: 'Como saco o que vendi?',
      Answer: ({ rules }) => (
        <p>
          Em <b>Vendas › Carteira</b>, para uma chave Pix. No primeiro saque você diz quem recebe:
          nome, CPF e data de nascimento, só a partir de 18 anos.
          {rules.payoutProfileRestHours > 0 &&
            ` Se você mudar esses dados, o próximo saque espera ${durationInHoursText(rules.payoutProfileRestHours)}.`}{' '}
          A equipe confere e paga.
        </p>
      ),
    },
    {
      id: 'por-fora',
      question: 'Posso pagar ou receber por fora?',
      Answer: () => (
        <p>
          Não faça isso. Por fora não há dinheiro guardado, reembolso nem prova, e a equipe não pode
          ajudar.
        </p>
      ),
    },
  ],
};
