import { playScenes } from './theatre.ts'

playScenes(
  'all',
  { language: 'en', theme: 'light', width: 1_440 },
  { language: 'th', theme: 'light', width: 390 },
  { language: 'th', theme: 'dark', width: 1_440 },
  { language: 'en', theme: 'dark', width: 390 },
)
