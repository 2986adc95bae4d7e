// Draws one moment of a tutorial on a canvas: the pictures on the left and right, what moves between them, and the
// texts in three languages. It runs in the browser that records the film; record.mjs puts ICONS and DYES into its
// window.
const W = 640;
const H = 360;
const LEFT = 176;
const RIGHT = 464;
const MIDDLE = 128;

const ease = (t) => 1 - (1 - t) ** 3;
const clamp = (t) => Math.max(0, Math.min(1, t));

function diamond(g, x, y, r, ry = r) {
  g.beginPath();
  g.moveTo(x, y - ry);
  g.lineTo(x + r, y);
  g.lineTo(x, y + ry);
  g.lineTo(x - r, y);
  g.closePath();
}

/** The weave does not move, so it is drawn once. */
function weave([dark, thread, foil]) {
  const ground = Object.assign(document.createElement('canvas'), { width: W, height: H });
  const g = ground.getContext('2d');
  g.fillStyle = dark;
  g.fillRect(0, 0, W, H);
  g.strokeStyle = thread;
  g.lineWidth = 1.5;
  for (let row = -1; row < 6; row++) {
    for (let column = -1; column < 15; column++) {
      g.globalAlpha = clamp(0.4 * (1 - row / 5));
      diamond(g, column * 48, row * 60, 24, 30);
      g.stroke();
    }
  }
  g.globalAlpha = 1;
  const glow = g.createRadialGradient(W * 0.74, H * 0.3, 0, W * 0.74, H * 0.3, W * 0.6);
  glow.addColorStop(0, `${thread}66`);
  glow.addColorStop(1, `${dark}00`);
  g.fillStyle = glow;
  g.fillRect(0, 0, W, H);
  const scrim = g.createLinearGradient(0, H * 0.45, 0, H * 0.72);
  scrim.addColorStop(0, '#0b101600');
  scrim.addColorStop(1, '#0b1016f2');
  g.fillStyle = scrim;
  g.fillRect(0, 0, W, H);
  g.fillStyle = foil;
  g.fillRect(0, 0, W, 3);
  return ground;
}

function station(g, icon, x, color, size, turn = 0) {
  diamond(g, x, MIDDLE, 82 * size);
  g.fillStyle = '#0b1016d8';
  g.fill();
  g.strokeStyle = color;
  g.lineWidth = 3;
  g.stroke();
  g.globalAlpha = 0.4;
  diamond(g, x, MIDDLE, 66 * size);
  g.lineWidth = 1.5;
  g.stroke();
  g.globalAlpha = 1;
  g.save();
  g.translate(x, MIDDLE);
  g.rotate(turn);
  g.scale(2.7 * size, 2.7 * size);
  g.translate(-12, -12);
  Object.assign(g, { strokeStyle: '#f3f6f8', lineWidth: 1.8, lineCap: 'round', lineJoin: 'round' });
  g.stroke(new Path2D(window.ICONS[icon]));
  g.restore();
}

function words(g, text, x, y, size, color) {
  g.font = `600 ${size}px Anuphan, "Noto Sans Lao"`;
  Object.assign(g, { textAlign: 'center', textBaseline: 'alphabetic', fillStyle: color });
  g.fillText(text, x, y, W - 48);
}

function disc(g, x, y, r, color) {
  g.beginPath();
  g.arc(x, y, r, 0, Math.PI * 2);
  g.fillStyle = color;
  g.fill();
}

/** A coin with its amount, or a finger's tap, from left to right. */
function carried(g, { carry }, t, foil) {
  if (t < 0.12 || t > 0.62) return;
  const way = ease(clamp((t - 0.18) / 0.36));
  const x = LEFT + (RIGHT - LEFT) * way;
  const y = MIDDLE - Math.sin(Math.PI * way) * 66;
  g.globalAlpha = clamp((t - 0.12) / 0.06) * clamp((0.62 - t) / 0.06);
  if (carry === 'tap') {
    disc(g, x, y, 18, '#ffffff55');
    disc(g, x, y, 9, '#ffffff');
  } else {
    disc(g, x, y, 32, foil);
    words(g, `฿${carry}`, x, y + 7, 19, '#1f1300');
  }
  g.globalAlpha = 1;
}

function amount(g, { from, to }, t) {
  if (to === undefined) return;
  const shown = Math.round(from + (to - from) * ease(clamp((t - 0.52) / 0.2)));
  words(g, `฿${shown}.00`, RIGHT, 240, 22, t > 0.52 ? '#2bd4a0' : '#f3f6f8');
}

/** The picture at `t` (0 to 1) of the scene `index` of a film. */
window.film = ({ dye, scenes }) => {
  const [, thread, foil] = window.DYES[dye];
  const ground = weave(window.DYES[dye]);
  return (g, index, t) => {
    const scene = scenes[index];
    const pop = 0.92 + 0.08 * ease(clamp(t / 0.1));
    const bump = 0.07 * Math.sin(Math.PI * clamp((t - 0.52) / 0.2));
    g.drawImage(ground, 0, 0);
    station(g, scene.left, LEFT, thread, pop);
    station(g, scene.right, RIGHT, foil, pop + bump, scene.right === 'refresh' && t > 0.5 ? (t - 0.5) * 16 : 0);
    carried(g, scene, t, foil);
    amount(g, scene, t);
    words(g, String(index + 1), 40, 48, 30, '#f3f6f8');
    g.globalAlpha = clamp(t / 0.1);
    words(g, scene.words[0], W / 2, 276, 26, '#f3f6f8');
    words(g, scene.words[1], W / 2, 305, 18, '#b4c1cc');
    words(g, scene.words[2], W / 2, 328, 16, '#b4c1cc');
    g.globalAlpha = 1;
    scenes.forEach((_, i) => {
      g.fillStyle = i <= index ? '#ffb224' : '#31445a';
      g.fillRect(W / 2 + (i - scenes.length / 2) * 44 + 4, 344, 36, 4);
    });
  };
};
