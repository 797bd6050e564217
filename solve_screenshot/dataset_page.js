for (const button of document.querySelectorAll('.filters button')) button.addEventListener('click', () => {
  for (const other of document.querySelectorAll('.filters button')) other.setAttribute('aria-pressed', other === button);
  for (const card of document.querySelectorAll('.card[data-outcome]')) card.hidden = !['all', card.dataset.outcome].includes(button.dataset.show);
});
