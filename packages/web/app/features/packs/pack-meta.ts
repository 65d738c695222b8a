/** What the document says of itself before the pack is known, and to search engines: nothing. */
export function packMeta() {
  return [{ title: 'Pacote · Guilda' }, { name: 'robots', content: 'noindex' }];
}
