import { Link } from 'react-router';
import type { HelpTopic } from './topic.ts';

export const safetyTopic: HelpTopic = {
  slug: 'seguranca',
  title: 'Segurança',
  introduction: 'Como denunciar, bloquear e cuidar da sua conta.',
  questions: [
    {
      id: 'denunciar',
      question: 'Como denuncio alguém ou alguma coisa?',
      Answer: () => (
        <p>
          Use <b>Denunciar</b>, no menu do perfil, do serviço, da publicação ou da conversa. Pessoas
          da equipe leem cada denúncia, e quem você denunciou não fica sabendo que foi você. Quantas
          chegam e o que decidimos está na{' '}
          <Link className="link" to="/transparencia">
            página de transparência
          </Link>
          .
        </p>
      ),
    },
    {
      id: 'bloquear',
      question: 'Como bloqueio uma pessoa?',
      Answer: () => (
        <p>
          Em <b>Bloquear</b>, no menu do perfil ou da conversa. Ela não pode mais escrever, ligar,
          comentar nem comprar de você.
        </p>
      ),
    },
    {
      id: 'golpe',
      question: 'Como reconheço um golpe?',
      Answer: () => (
        <ul>
          <li>Pedem Pix por fora, antes ou em vez do pagamento daqui.</li>
          <li>Pedem senha, código recebido por SMS ou acesso à sua conta de jogo.</li>
          <li>Mandam um link de pagamento na conversa. O nosso abre só no botão de comprar.</li>
        </ul>
      ),
    },
    {
      id: 'idade',
      question: 'Como funciona a verificação de idade?',
      Answer: () => (
        <p>
          O conteúdo +18 só abre depois de uma verificação feita por um provedor. Guardamos apenas
          que você tem 18 anos ou mais, como isso foi verificado e até quando vale.
        </p>
      ),
    },
    {
      id: 'conta',
      question: 'Alguém entrou na minha conta. E agora?',
      Answer: () => (
        <p>
          Troque a senha da sua conta Google e, em{' '}
          <Link className="link" to="/user/settings/dispositivos">
            Configurações
          </Link>
          , encerre os aparelhos que não são seus.
        </p>
      ),
    },
    {
      id: 'dados',
      question: 'O que vocês sabem de mim?',
      Answer: () => (
        <p>
          Está tudo na{' '}
          <Link className="link" to="/privacidade">
            página de privacidade
          </Link>
          . Você pode baixar seus dados e excluir a conta nas configurações.
        </p>
      ),
    },
  ],
};
