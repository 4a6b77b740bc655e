import { playScenes } from './theatre.ts'

playScenes(
  { language: 'en', theme: 'light', width: 1_440 },
  { language: 'th', theme: 'dark', width: 1_440 },
  { language: 'en', theme: 'dark', width: 390 },
)
