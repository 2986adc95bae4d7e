// The behaviour of the sandbox's pages: copy a code, post to the control API, play a round, and refresh by loading
// themselves again. No library, no inline script, nothing from another host.
'use strict';

const toast = (text) => {
  const box = document.getElementById('toast');
  box.textContent = text;
  box.classList.add('on');
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove('on'), 2500);
};

const post = async (path, body, method = 'POST') => {
  const answer = await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(value.message || String(answer.status));
  return value;
};

// A part marked data-live is replaced by its newer version, but never while somebody uses it.
const inUse = (part) => part.contains(document.activeElement) && document.activeElement.matches('input,select')
  || part.querySelector('details[open], button:active') !== null;

const refresh = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('[data-live]');
    document.querySelectorAll('[data-live]').forEach((part, i) => {
      if (fresh[i] && !inUse(part) && part.innerHTML !== fresh[i].innerHTML) part.replaceChildren(...fresh[i].childNodes);
    });
  } catch { /* the sandbox is down; the next refresh may succeed */ }
};
if (document.querySelector('[data-live]')) setInterval(refresh, 1500);
document.addEventListener('visibilitychange', refresh);

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no clipboard without https
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  toast(document.body.dataset.copied);
};

// A form's values: empty fields and unticked boxes are left out, fields marked data-number are numbers.
const formBody = (form) => {
  const body = {};
  for (const field of form.elements) {
    const value = field.value.trim();
    if (field.type === 'checkbox') {
      if (field.checked) body[field.name] = true;
    } else if (field.name && value) body[field.name] = value;
  }
  let text = JSON.stringify(body);
  for (const field of form.querySelectorAll('[data-number]')) {
    const value = field.value.trim().replaceAll(',', '');
    if (/^[0-9]+(\.[0-9]+)?$/.test(value)) text = text.replace(`"${field.name}":"${field.value.trim()}"`, `"${field.name}":${value}`);
  }
  return text;
};

const act = async (button, path, body, method) => {
  button.disabled = true;
  let value;
  try {
    value = await post(path, body, method);
    document.activeElement.blur();
    document.querySelectorAll('details[open]').forEach((one) => { one.open = false; });
    await refresh();
  } catch {
    toast(document.body.dataset.failure);
  }
  button.disabled = false;
  return value;
};

// A transfer's slip: shown below its form in the chosen style, and can be saved.
const showSlip = (figure, path) => {
  figure.dataset.path = path;
  const address = `${path}?layout=${figure.querySelector('[data-look]').value}`;
  figure.querySelector('img').src = address;
  figure.querySelector('[data-save]').href = address;
  figure.hidden = false;
};

// A fault's switch: on until it is switched off.
const switchFault = (input) => {
  const { target, mode, count } = input.dataset;
  if (input.checked) return act(input, '/sandbox/faults', JSON.stringify({ target, mode, count: Number(count) }));
  return act(input, `/sandbox/faults?${new URLSearchParams({ target, mode })}`, undefined, 'DELETE');
};

// Choosing an account fills in its fields.
const fill = (select) => select.dataset.fill.split(' ').forEach((name, i) => {
  select.form.elements[name].value = select.value.split('|')[i];
});

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  if (button.dataset.copy) copy(button.dataset.copy);
  else if (button.dataset.post) act(button, button.dataset.post, button.dataset.body);
  else if (button.dataset.delete) act(button, button.dataset.delete, undefined, 'DELETE');
  else if ('bet' in button.dataset) play(button);
});
document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.dataset.post) return;
  event.preventDefault();
  const made = await act(event.submitter, form.dataset.post, formBody(form));
  if (made && form.dataset.slip) showSlip(document.getElementById(form.dataset.slip), made.slip);
});
document.addEventListener('change', (event) => {
  const { switch: path, fill: fields, look } = event.target.dataset;
  if (event.target.dataset.mode) switchFault(event.target);
  else if (path) act(event.target, path, JSON.stringify({ on: event.target.checked }));
  else if (fields) fill(event.target);
  else if (look !== undefined) showSlip(event.target.closest('figure'), event.target.closest('figure').dataset.path);
});

// The lobby's games. The server draws; the animation only shows the result.
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
const grouped = (text) => {
  const [whole, fraction = ''] = String(text).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
};

const shows = {
  slot: {
    start: () => document.querySelector('.reels').classList.add('turning'),
    end: (shown) => {
      const reels = document.querySelector('.reels');
      reels.classList.remove('turning');
      reels.querySelectorAll('use').forEach((use, i) => use.setAttribute('href', `#s-${shown[i]}`));
    },
  },
  goal: {
    start: () => document.querySelectorAll('.keeper,.ball').forEach((one) => { one.className = one.className.split(' ')[0]; }),
    end: ([ball, keeper]) => {
      document.querySelector('.ball').classList.add(`at-${ball}`);
      document.querySelector('.keeper').classList.add(`at-${keeper}`);
    },
    say: ([, keeper]) => document.querySelector('.pitch').dataset[keeper],
  },
  cards: {
    start: () => document.querySelectorAll('.face').forEach((face) => { face.textContent = '?'; face.className = 'num face dealing'; }),
    end: (shown) => document.querySelectorAll('.face').forEach((face, i) => {
      face.textContent = shown[i];
      face.className = /[\u2665\u2666]/.test(shown[i]) ? 'num face red' : 'num face';
    }),
  },
  draw: {
    start: () => document.querySelector('.drum').classList.add('turning'),
    end: ([, drawn]) => {
      const drum = document.querySelector('.drum');
      drum.classList.remove('turning');
      drum.querySelectorAll('span').forEach((digit, i) => { digit.textContent = drawn[i]; });
    },
  },
};

// A stake that the balance allows: "all" is the whole balance in steps of 0.01, at most 10,000.
const stake = () => {
  const chosen = document.querySelector('[name=stake]:checked').value;
  if (chosen !== 'all') return chosen;
  const balance = document.getElementById('balance').textContent.replaceAll(',', '');
  const all = Math.min(10000, Math.floor(Number(balance) * 100) / 100);
  if (all < 1) throw new Error('notEnough');
  return String(all);
};

const play = async (button) => {
  const game = document.querySelector('[data-game]');
  const show = shows[game.dataset.game];
  const result = document.getElementById('result');
  const open = document.getElementById('open')?.checked ?? false;
  const pick = button.dataset.bet === '#pick' ? document.getElementById('pick').value : button.dataset.bet;
  const buttons = document.querySelectorAll('[data-bet]');
  buttons.forEach((one) => { one.disabled = true; });
  result.className = 'result';
  result.textContent = '\u00a0';
  show.start();
  try {
    const [round] = await Promise.all([
      post(`/lobby/${game.dataset.code}/bet`, JSON.stringify({ token: game.dataset.token, bet: 0, pick, open }).replace('"bet":0', `"bet":${stake()}`)),
      wait(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 600),
    ]);
    document.getElementById('balance').textContent = grouped(round.balance);
    if (round.open) {
      result.textContent = `${game.dataset.placed} \u2212${grouped(round.bet)}`;
    } else {
      show.end(round.shown);
      const won = Number(round.win) > Number(round.bet);
      const tie = Number(round.win) === Number(round.bet);
      const outcome = tie ? game.dataset.tie : Number(round.win) > 0 ? `${game.dataset.won} +${grouped(round.win)}` : game.dataset.lost;
      result.textContent = show.say ? `${show.say(round.shown)} \u00b7 ${outcome}` : outcome;
      result.classList.toggle('win', won);
    }
    await refresh();
  } catch (error) {
    document.querySelectorAll('.turning,.dealing').forEach((one) => one.classList.remove('turning', 'dealing'));
    result.textContent = game.dataset[error.message.toLowerCase()] || document.body.dataset.failure;
    result.classList.add('bad');
  }
  buttons.forEach((one) => { one.disabled = false; });
  button.focus();
};
