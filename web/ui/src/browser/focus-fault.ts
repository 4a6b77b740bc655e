/**
 * Leads whoever sent a form to the first thing that is wrong in it, once that is drawn: it may be out of sight, above the
 * button that was pressed.
 */
export function focusFault(form: ParentNode): void {
  const look = () => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  requestAnimationFrame(() => requestAnimationFrame(look))
}
