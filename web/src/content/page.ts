type Words = { th: string; en: string }

/** A text of the site as data: a title and parts with paragraphs, in both languages. */
export type ContentPage = {
  title: Words
  /** the day since when it holds, ISO */
  since: string
  parts: readonly { title: Words; text: readonly Words[] }[]
}

export const pageNames = ['terms', 'privacy', 'refund', 'help', 'company'] as const
export type PageName = (typeof pageNames)[number]
