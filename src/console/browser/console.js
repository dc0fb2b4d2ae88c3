/* Scripts of the pages: show that a form is being sent, and follow a run. */
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

const live = document.getElementById('live')
if (live !== null) {
  const source = new EventSource(live.dataset.events)
  source.addEventListener('progress', (event) => {
    // Safe: the server escaped every text in it, and the page's policy forbids inline scripts.
    live.innerHTML = event.data
  })
  source.addEventListener('ended', () => {
    source.close()
    window.location.reload()
  })
}
