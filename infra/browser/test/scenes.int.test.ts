import { playScenes } from './theatre.ts'

// The other looks, and the way there in English, are in scenes.slow.int.test.ts.
playScenes({ language: 'th', theme: 'light', width: 390 })
