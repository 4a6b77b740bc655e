/** The printing inks of one ticket: night behind it, paper, two inks, a gold and the panel behind the picture. */
export interface Inks {
  night: readonly [deep: string, light: string]
  paper: readonly [light: string, shade: string]
  ink: string
  accent: string
  gold: string
  panel: readonly [center: string, edge: string]
}

/** The prints. */
export const inks = {
  cherry: {
    night: ['#2a0716', '#a81f3f'],
    paper: ['#fff4dc', '#f0d2a0'],
    ink: '#8f1230',
    accent: '#e8384f',
    gold: '#f5b83d',
    panel: ['#ffd98a', '#f2873d'],
  },
  ocean: {
    night: ['#04162e', '#1a5c96'],
    paper: ['#f4fbf4', '#c9e2dc'],
    ink: '#0d3f70',
    accent: '#1f9fc4',
    gold: '#ffc44d',
    panel: ['#7fdbe0', '#1b6fae'],
  },
  plum: {
    night: ['#160726', '#6a2b8f'],
    paper: ['#fdf0f6', '#e6c4dc'],
    ink: '#35104f',
    accent: '#d14a9a',
    gold: '#ffce5c',
    panel: ['#b06ae0', '#43196f'],
  },
  mint: {
    night: ['#04241f', '#1c8a6c'],
    paper: ['#f8fbe6', '#d2e2b4'],
    ink: '#0c5244',
    accent: '#f0697a',
    gold: '#f7c548',
    panel: ['#c8f2cf', '#4dbb95'],
  },
  midnight: {
    night: ['#05071c', '#28348a'],
    paper: ['#fbf2de', '#dcc79e'],
    ink: '#14184c',
    accent: '#e0574a',
    gold: '#ffc95a',
    panel: ['#7482f0', '#2a2f86'],
  },
  gold: {
    night: ['#170b02', '#9a5a12'],
    paper: ['#fff3c2', '#dda63c'],
    ink: '#5c2407',
    accent: '#b3261e',
    gold: '#fff0b0',
    panel: ['#ffe28a', '#a8501a'],
  },
} as const satisfies Record<string, Inks>
