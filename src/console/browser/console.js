/* What the pages do beyond plain forms: say that a form is on its way, and follow a run. */
for (const form of document.querySelectorAll('form[data-busy]')) {
  const button = form.querySelector('button')
  const label = button.textContent
  form.addEventListener('submit', () => {
    button.disabled = true
    button.textContent = form.dataset.busy
  })
  // A page that comes back from the browser's memory must be usable again.
  window.addEventListener('pageshow', () => {
    button.disabled = false
    button.textContent = label
  })
}

const live = document.getElementById('live')
if (live !== null) {
  const source = new EventSource(live.dataset.events)
  source.addEventListener('progress', (event) => {
    // The server escaped every text in it, and the policy of the page runs no script of it.
    live.innerHTML = event.data
  })
  source.addEventListener('ended', () => {
    source.close()
    window.location.reload()
  })
}
