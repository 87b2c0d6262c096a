// The page: a terminal, a websocket to the host, and the code of the guest's game, kept so that a reload or a
// broken line comes back to the same board. The host decides everything else.
import { Terminal } from "./xterm.mjs";
import { FitAddon } from "./addon-fit.mjs";
import { WebglAddon } from "./addon-webgl.mjs";

const PASTE = 4096; // characters the host would keep
const NARROW = 42; // columns that the smallest window should have
const TALL = 46; // rows that an upright one should have, if the font stays legible
const WIDE = 150; // columns that the largest should have
const HEIGHT = 1.18; // of a row, to the size of the font
const SMALLEST = 9, LEGIBLE = 14, USUAL = 16;
const FIRST_WAIT = 500, LONGEST_WAIT = 10_000; // milliseconds between two tries to connect

const told = document.body.dataset;
const box = document.getElementById("terminal");
const notice = document.getElementById("notice");
const place = location.pathname + location.search;
const finger = matchMedia("(pointer: coarse)").matches;

const FONT = '"DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", "Noto Sans Mono", monospace';

const terminal = new Terminal({
  fontFamily: FONT,
  fontSize: size(),
  scrollback: 0,
  cursorBlink: false,
});
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.open(box);
try {
  const exact = new WebglAddon(); // draws the rims of the cards without seams
  exact.onContextLoss(() => exact.dispose());
  terminal.loadAddon(exact);
} catch {
  // without WebGL the terminal draws with elements of the page
}
terminal.focus();
box.terminal = terminal;

// ------------------------------------------------------------ the window

// The size of the font: as usual, smaller where the window is narrow, larger where it is very wide.
function size() {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = `100px ${FONT}`;
  const aspect = canvas.measureText("M").width / 100;
  const { clientWidth: width, clientHeight: height } = box;
  const upright = width < height ? Math.max(LEGIBLE, height / HEIGHT / TALL) : Infinity;
  const most = Math.min(width / aspect / NARROW, upright);
  return Math.floor(Math.max(SMALLEST, Math.min(most, Math.max(USUAL, width / aspect / WIDE))));
}

function refit() {
  terminal.options.fontSize = size();
  fit.fit();
}

// What is left beside the last column has the colour of the first cell.
terminal.onRender(() => {
  const cell = terminal.buffer.active.getLine(0)?.getCell(0);
  if (cell?.isBgRGB()) document.body.style.background = `#${cell.getBgColor().toString(16).padStart(6, "0")}`;
});

new ResizeObserver(refit).observe(box);
document.fonts.ready.then(refit);
refit();

// ------------------------------------------------------------ the guest's code

// Of this tab for the page it shows; the last one of this browser for the page that names no game.
function code() {
  const kept = JSON.parse(sessionStorage.getItem("carpets") ?? "{}");
  if (kept.place === place) return kept.code;
  return location.pathname === "/" ? localStorage.getItem("carpets") : null;
}

function keep(code) {
  sessionStorage.setItem("carpets", JSON.stringify({ code, place }));
  localStorage.setItem("carpets", code);
}

// ------------------------------------------------------------ the line

let line = null;
let wait = FIRST_WAIT;
let ended = false;

function connect() {
  hide();
  ended = false;
  line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  line.binaryType = "arraybuffer";
  line.onopen = () => {
    wait = FIRST_WAIT;
    terminal.reset();
    line.send(JSON.stringify({
      size: [terminal.cols, terminal.rows],
      place,
      language: new URLSearchParams(location.search).get("lang") ?? told.language,
      code: code() ?? undefined,
    }));
  };
  line.onmessage = ({ data }) => (typeof data === "string" ? heard(JSON.parse(data)) : terminal.write(new Uint8Array(data)));
  line.onclose = closed;
}

function heard(message) {
  if (message.code) keep(message.code);
  if (message.end) ended = message.end !== "closing";
}

function closed() {
  if (ended) {
    show(told.ended, true);
    return;
  }
  show(told.lost, false);
  setTimeout(connect, wait);
  wait = Math.min(LONGEST_WAIT, wait * 2);
}

function send(data) {
  if (line?.readyState === WebSocket.OPEN) line.send(data);
}

const bytes = new TextEncoder();
terminal.onData((text) => send(bytes.encode(text.slice(0, PASTE))));
terminal.onResize(({ cols, rows }) => send(`${cols}x${rows}`));
connect();

// ------------------------------------------------------------ what the page says itself

function show(text, over) {
  notice.hidden = false;
  notice.querySelector("span").textContent = text;
  const button = notice.querySelector("button");
  button.hidden = !over;
  if (over) button.focus();
}

function hide() {
  notice.hidden = true;
  terminal.focus();
}

notice.querySelector("button").onclick = connect;

// ------------------------------------------------------------ fingers, and what terminals copy

box.addEventListener("contextmenu", (event) => event.preventDefault());

if (finger) {
  // A tap is a click; the keyboard comes only when it is asked for, for it would take half of the screen.
  const input = terminal.textarea;
  input.inputMode = "none";
  document.body.classList.add("finger");
  for (const button of document.querySelectorAll("nav button")) {
    button.onclick = () => {
      if (button.dataset.key) terminal.input(button.dataset.key);
      else input.inputMode = input.inputMode === "none" ? "text" : "none";
      input.blur();
      input.focus();
    };
  }
  // A drag up or down is the wheel, a notch a row.
  let from = null;
  box.addEventListener("touchstart", ({ touches }) => { from = touches.length === 1 ? touches[0].clientY : null; });
  box.addEventListener("touchmove", ({ touches }) => {
    if (from === null) return;
    const { clientX, clientY } = touches[0];
    const row = box.clientHeight / terminal.rows;
    for (; Math.abs(from - clientY) >= row; from -= Math.sign(from - clientY) * row) {
      document.elementFromPoint(clientX, clientY)?.dispatchEvent(new WheelEvent("wheel", {
        deltaY: Math.sign(from - clientY) * row, clientX, clientY, bubbles: true, cancelable: true,
      }));
    }
  });
}

// OSC 52: the host gives a text to the clipboard, and never reads it.
terminal.parser.registerOscHandler(52, (data) => {
  const coded = data.slice(data.indexOf(";") + 1);
  if (coded && coded !== "?") {
    const text = new TextDecoder().decode(Uint8Array.from(atob(coded), (char) => char.charCodeAt(0)));
    navigator.clipboard?.writeText(text).catch(() => {});
  }
  return true;
});
