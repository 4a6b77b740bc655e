import type { thModeration } from './th-moderation.ts'

/** The English texts of reports; a part of `en-own.ts`. */
export const enModeration = {
  'report.decided': 'Reviewed',
  'report.done': 'Report submitted',
  'report.empty': 'You have not reported anything',
  'report.hint': 'We review every report. The seller never sees who made it.',
  'report.inappropriate': 'Inappropriate',
  'report.inappropriateText': 'Illegal, stolen, or not fit to be shown',
  'report.notes': 'Details',
  'report.notesNeeded': 'Please say what is wrong',
  'report.notesOptional': 'Details (optional)',
  'report.open': 'Waiting for review',
  'report.other': 'Other',
  'report.otherText': 'Tell us what is wrong',
  'report.own': 'Reports',
  'report.spam': 'Spam or scam',
  'report.spamText': 'A fake, a copy, or posted again and again',
  'report.submit': 'Send report',
  'report.title': 'Report {{name}}',
  'report.what': 'What is wrong?',
} as const satisfies Record<keyof typeof thModeration, string>
