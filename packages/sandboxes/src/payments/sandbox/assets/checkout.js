/* Optional script of the checkout page: copies the Pix code, shows a countdown, formats the card fields, and follows
   the checkout's status. */

const checkout = document.querySelector('[data-checkout]');
const announce = document.querySelector('[data-announce]');

function tell(text) {
  if (announce) announce.textContent = text;
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const label = button.querySelector('span');
  button.addEventListener('click', async () => {
    source.select();
    try {
      await navigator.clipboard.writeText(source.value);
    } catch {
      // The browser refuses to copy outside of a secure context; the code stays selected, so Ctrl+C works.
      return;
    }
    label.textContent = 'Copiado';
    tell('Código copiado.');
    setTimeout(() => {
      label.textContent = 'Copiar';
    }, 2500);
  });
}

function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

for (const countdown of document.querySelectorAll('[data-countdown]')) {
  // The server sends the remaining time in ms, because the clock of this device may be wrong.
  const end = performance.now() + Number(countdown.dataset.countdown);
  document.querySelector('[data-countdown-label]').textContent = 'Expira em';
  const tick = () => {
    const left = end - performance.now();
    countdown.textContent = clockText(left);
    if (left <= 0) {
      clearInterval(timer);
      location.reload();
    }
  };
  const timer = setInterval(tick, 1000);
  tick();
}

async function follow() {
  if (document.hidden) return;
  const answer = await fetch(checkout.dataset.checkout, {
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) return;
  const { status } = await answer.json();
  if (status === checkout.dataset.status) return;
  if (status === 'paid') location.assign(checkout.dataset.return);
  else location.reload();
}

if (checkout && checkout.dataset.status !== 'paid') {
  setInterval(() => follow().catch(() => undefined), 3000);
}

const tidy = {
  number: (digits) => digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (digits) => digits.slice(0, 4).replace(/^(\d{2})(?=\d)/, '$1/'),
  cvv: (digits) => digits.slice(0, 4),
};

for (const [name, format] of Object.entries(tidy)) {
  const field = document.getElementById(`cartao-${name}`);
  field?.addEventListener('input', () => {
    // The field is formatted only while a person types at its end: otherwise the caret would jump.
    if (field.selectionStart === field.value.length) {
      field.value = format(field.value.replace(/\D/g, ''));
    }
  });
}

document.querySelector('[aria-invalid]')?.focus();
