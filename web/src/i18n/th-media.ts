/** The Thai texts of videos and sounds; a part of their own, as few items have one. */
export const thMedia = {
  'media.failed': 'เล่นไม่ได้ในตอนนี้ ดูรูปแทนไปก่อน',
  'media.hear': 'ฟังเสียง',
  'media.playerOf': 'เครื่องเล่นของ {{name}}',
  'media.watch': 'เล่นวิดีโอ',
} as const
