/** Stands where the conversation would be while none is chosen. */
export function NoConversation() {
  return (
    <section className="chat-c vazia">
      <div className="vazio solto chat-n">
        <div className="nicho">
          <img src="/art/vazios/chat.svg" alt="" width={228} height={171} />
        </div>
        <p className="t-lg">Selecione um usuário para começar o chat.</p>
      </div>
    </section>
  );
}
