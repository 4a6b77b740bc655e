import { playScenes } from './theatre.ts'

// Each language, theme and width once; axe is what takes the time.
playScenes(
  'all',
  { language: 'en', theme: 'light', width: 1_440 },
  { language: 'th', theme: 'dark', width: 390 },
)
