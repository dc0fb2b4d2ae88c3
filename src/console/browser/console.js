/* Scripts of the pages: show that a form is being sent, follow a run, take files. */
import { pageIn } from './page-in.js'
import './rows.js'

for (const form of document.querySelectorAll('form[data-busy]')) {
  const button = form.querySelector('button')
  const label = button.textContent
  form.addEventListener('submit', () => {
    button.disabled = true
    button.textContent = form.dataset.busy
  })
  // A page restored from the browser's back-forward cache must be usable again.
  window.addEventListener('pageshow', () => {
    button.disabled = false
    button.textContent = label
  })
}

// Where the browser was before, with what was typed there; a tab that was nowhere follows the link.
for (const link of document.querySelectorAll('a[data-back]')) {
  link.addEventListener('click', (event) => {
    if (window.history.length < 2) return
    event.preventDefault()
    window.history.back()
  })
}

const mayNotify = () => 'Notification' in window && Notification.permission === 'granted'

const live = document.getElementById('live')
if (live !== null) {
  // Offered only where the browser can ask; whoever refused once is not asked again.
  const notify = document.getElementById('notify')
  if ('Notification' in window && Notification.permission === 'default') {
    notify.hidden = false
    notify.addEventListener('click', () => {
      const asked = () => {
        notify.hidden = true
      }
      Notification.requestPermission().then(asked, asked)
    })
  }
  const away = document.getElementById('away')
  const source = new EventSource(live.dataset.events)
  source.addEventListener('progress', (event) => {
    // Safe: the server escaped every text in it, and the page's policy forbids inline scripts.
    live.innerHTML = event.data
    away.hidden = true
    // The forms are the visitor's own and no part of the events: they come with the page.
    const { offers } = live.querySelector('h1').dataset
    if (offers !== live.dataset.offers) window.location.reload()
  })
  // Behind a proxy a console that starts again is an error page, after which no browser asks again.
  const comeBack = () => {
    const retry = () => setTimeout(comeBack, 3000)
    // Who has to sign in again is told so.
    const come = ({ ok, status }) => (ok || status === 401 ? window.location.reload() : retry())
    fetch(window.location.href).then(come, retry)
  }
  source.addEventListener('error', () => {
    away.hidden = false
    if (source.readyState === EventSource.CLOSED) setTimeout(comeBack, 3000)
  })
  source.addEventListener('forbidden', () => window.location.reload())
  source.addEventListener('ended', () => {
    source.close()
    // Shown by being made; a click on it comes back to this page.
    const told = mayNotify() && document.hidden ? new Notification(live.dataset.ended) : null
    told?.addEventListener('click', () => window.focus())
    window.location.reload()
  })
}

// What a person chose in a table, and what it comes to.
const decide = document.getElementById('decide')
if (decide !== null) {
  const ticks = [...document.querySelectorAll('input[form="decide"][data-cents]')]
  const told = decide.querySelector('[data-selection]')
  const all = decide.querySelector('[data-select-all]')
  const money = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 })
  const tell = () => {
    const chosen = ticks.filter((tick) => tick.checked)
    const cents = chosen.reduce((sum, tick) => sum + Number(tick.dataset.cents), 0)
    told.hidden = chosen.length === 0
    told.textContent = told.dataset.selection
      .replace('{n}', String(chosen.length))
      .replace('{money}', `R$\u00a0${money.format(cents / 100)}`)
  }
  for (const tick of ticks) tick.addEventListener('change', tell)
  all.hidden = false
  all.querySelector('input').addEventListener('change', ({ target }) => {
    for (const tick of ticks) tick.checked = target.checked
    tell()
  })
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const tell = () => {
      button.textContent = button.dataset.copied
    }
    // Where the browser refuses, the code stands above the button to be copied by hand.
    navigator.clipboard.writeText(button.dataset.copy).then(tell, () => undefined)
  })
}

// Files may be dropped anywhere; they are sent one after the other, each with its own line.
const drop = document.querySelector('form[data-drop]')
if (drop !== null) {
  const lines = drop.querySelector('.sending')
  const input = drop.querySelector('input[type="file"]')
  const button = drop.querySelector('button')
  const { drop: hint, checking, lost, large, megabytes } = drop.dataset
  document.body.dataset.hint = hint

  const sendOne = async (file, line) => {
    if (file.size > Number(megabytes) * 1024 * 1024) return large
    const form = new FormData(drop)
    // The file comes last, since its fields say how it is read.
    form.delete('file')
    form.append('file', file)
    const answer = await fetch(drop.action, { method: 'POST', body: form })
    const { said } = await pageIn(answer)
    if (!answer.ok) return said
    line.remove()
    return answer.url
  }
  const send = async (files) => {
    button.disabled = true
    let taken = ''
    for (const file of files) {
      const line = document.createElement('p')
      line.textContent = `${file.name}: ${checking}`
      lines.append(line)
      const ended = await sendOne(file, line).catch(() => lost)
      if (line.isConnected) line.textContent = `${file.name}: ${ended}`
      else taken = ended
    }
    input.value = ''
    button.disabled = false
    if (files.length === 1 && taken !== '') return window.location.assign(taken)
    const { waiting } = await pageIn(await fetch(window.location.pathname))
    document.getElementById('waiting').replaceWith(waiting)
  }
  // A list that could not be fetched is shown with the next page.
  const sendAll = (files) => send([...files]).catch(() => undefined)
  drop.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendAll(input.files)
  })
  for (const name of ['dragover', 'dragleave', 'drop']) {
    window.addEventListener(name, (event) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      document.body.classList.toggle('dropping', name === 'dragover')
    })
  }
  window.addEventListener('drop', ({ dataTransfer }) => {
    if (dataTransfer.files.length > 0 && !button.disabled) void sendAll(dataTransfer.files)
  })
}
