/** Colours as the marketplace names them, their three letters in a vendor code and their hue in a drawn photo. */
export interface DemoColor {
  name: string;
  code: string;
  hue: number;
}

const color = (name: string, code: string, hue: number): DemoColor => ({ name, code, hue });

export const DEMO_COLORS: readonly DemoColor[] = [
  color('черный', 'BLK', 225),
  color('глубокий черный', 'DBK', 230),
  color('антрацитовый', 'ANT', 215),
  color('графит', 'GRF', 210),
  color('серый', 'GRY', 220),
  color('светло-серый', 'LGR', 205),
  color('серый меланж', 'MEL', 200),
  color('белый', 'WHT', 45),
  color('молочный', 'MLK', 40),
  color('айвори', 'IVR', 48),
  color('бежевый', 'BEG', 34),
  color('песочный', 'SND', 38),
  color('кофе с молоком', 'LAT', 28),
  color('шоколадный', 'CHC', 20),
  color('хаки', 'KHK', 82),
  color('зеленый мох', 'MOS', 96),
  color('изумрудный', 'EMR', 155),
  color('мятный', 'MNT', 148),
  color('голубой', 'LBL', 198),
  color('синий', 'BLU', 218),
  color('темно-синий', 'NVY', 228),
  color('электрик', 'ELC', 235),
  color('бирюзовый', 'TRQ', 180),
  color('лавандовый', 'LAV', 262),
  color('фиолетовый', 'VLT', 275),
  color('розовый', 'PNK', 340),
  color('пудровый', 'PWD', 350),
  color('фуксия', 'FUX', 322),
  color('красный', 'RED', 2),
  color('бордовый', 'BRD', 345),
  color('винный', 'WIN', 338),
  color('оранжевый', 'ORG', 24),
  color('персиковый мелок', 'PCH', 18),
  color('горчичный', 'MST', 46),
  color('желтый', 'YLW', 52),
  color('серебристый', 'SLV', 212),
  color('золотистый', 'GLD', 44),
  color('прозрачный', 'CLR', 190),
];
