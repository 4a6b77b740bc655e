import { thaiForm } from '@talad/shared/text'

/** AI-11, AI-13: what keys and values of traits are compared by: without regard to case, Thai in one form. */
export function foldTrait(text: string): string {
  return thaiForm(text.toLowerCase())
}
