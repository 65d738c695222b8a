import { type Act, bearerHeader, crowdDataOf, pickPerson, pickScattered } from './context.ts';

const likePost: Act = (context, n) => {
  // People and posts advance at different paces, so that nobody likes a post twice.
  const uid = pickScattered(
    context.loadData.postUids,
    Math.floor(n / context.connectedPeople.length) + n,
  );
  const headers = bearerHeader(pickPerson(context, n));
  return context.http.send({ method: 'PUT', path: `/api/social/post/${uid}/like`, headers });
};

const commentOnPost: Act = (context, n) =>
  context.http.send({
    method: 'POST',
    path: `/api/social/comment/${pickScattered(context.loadData.postUids, n)}/`,
    headers: bearerHeader(pickPerson(context, n)),
    body: { text: 'Eu jogo, me chama hoje à noite depois das oito!' },
  });

const publishPost: Act = (context, n) =>
  context.http.send({
    method: 'POST',
    path: '/api/social/post/',
    headers: bearerHeader(pickPerson(context, n)),
    body: {
      title: `Quem joga hoje à noite? ${n}`,
      description: 'Procuro duas pessoas para uma partida depois do jantar, com microfone.',
      hashtags: 'valorant treino',
    },
  });

/** Encodes a form as a browser does. */
async function encodeForm(fields: Readonly<Record<string, string>>, photo: Buffer, name: string) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(name, new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'foto.jpg');
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

const publishPhoto: Act = async (context, n) => {
  const photo = Buffer.from(crowdDataOf(context).photoBase64, 'base64');
  const { body, headers } = await encodeForm({ title: `Minha foto ${n}` }, photo, 'photo');
  await context.http.send({
    method: 'POST',
    path: '/api/social/post/',
    headers: { ...headers, ...bearerHeader(pickPerson(context, n)) },
    body,
  });
};

const publishService: Act = async (context, n) => {
  const photo = Buffer.from(crowdDataOf(context).photoBase64, 'base64');
  const fields = {
    title: `Treino de mira ${n}`,
    description: 'Uma hora de treino.',
    price: '49.90',
    type: 'call',
    category: 'valorant',
  };
  const { body, headers } = await encodeForm(fields, photo, 'photoURL');
  await context.http.send({
    method: 'POST',
    path: '/api/services/',
    headers: { ...headers, ...bearerHeader(pickPerson(context, n)) },
    body,
  });
};

/** Actions that publish something for everybody. */
export const communityActions = {
  like: likePost,
  comment: commentOnPost,
  publishPost,
  publishPhoto,
  publishService,
} as const satisfies Readonly<Record<string, Act>>;
