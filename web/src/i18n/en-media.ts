import type { thMedia } from './th-media.ts'

/** The English texts of videos and sounds. */
export const enMedia: Record<keyof typeof thMedia, string> = {
  'media.failed': 'It cannot be played just now. Here is its picture.',
  'media.hear': 'Listen',
  'media.playerOf': 'Player of {{name}}',
  'media.watch': 'Play video',
}
