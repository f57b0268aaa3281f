/// The style sheet of every page. It is a constant, allowed by its hash.
package enum PageStyle {
  /// SHA-256 of ``text`` in Base64, verified by `Tests/EndToEnd/Pages/check.py` and by browsers.
  static let hash = "Jq0Zj6k2ZRMbjVVmNZl3FWCcTHrhhfJcAn/NSck89Z8="

  package static let text: StaticString = """
    :root{--page:#f6f6f3;--card:#fff;--ink:#1c2430;--soft:#515c6b;--line:#d8dbd5;--quiet:#eceee9;--link:#0a558c;
    --proceed:#127a5b;--retry:#1769aa;--cancel:#6d7480;--abort:#c0431b;--nobody:#a02b7f;--none:#c9cdc8;--good:#127a5b;--bad:#b3321a;--shade:#1c243059}
    @media (prefers-color-scheme:dark){:root{--page:#12161c;--card:#1a2028;--ink:#e6e9ed;--soft:#a9b3c0;--line:#343d49;
    --quiet:#242c36;--link:#7cc0f5;--proceed:#4cc79d;--retry:#68b4f0;--cancel:#9aa5b4;--abort:#ff9166;--nobody:#e88bcb;
    --none:#4a5460;--good:#4cc79d;--bad:#ff9a86;--shade:#e6e9ed59}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
    @media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
    body{margin:0 auto;padding:0 1.25rem 3rem;max-width:74rem;background:var(--page);color:var(--ink);
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
    a{color:var(--link)}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.4rem .8rem;z-index:2}
    header{padding:1.5rem 0 .4rem}
    h1{margin:0;font-size:1.7rem;line-height:1.2;letter-spacing:-.015em;font-weight:650}
    h2{margin:0 0 .2rem;font-size:1.2rem;line-height:1.3;letter-spacing:-.005em;font-weight:650}
    h3{margin:0;font-size:1rem;line-height:1.35;font-weight:600}
    p{margin:.35rem 0}
    .lead{color:var(--soft)}.lead p{margin:.25rem 0}.lead .name{color:var(--ink)}
    .warn{border-left:4px solid var(--abort);padding:.3rem .8rem;background:var(--card);color:var(--ink)}
    nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:0;padding:.45rem 0;list-style:none}
    nav{border-bottom:1px solid var(--line);margin-bottom:1rem}
    nav a{display:inline-block;padding:.15rem 0;text-decoration-thickness:1px;text-underline-offset:.25em}
    section{margin:0 0 1.1rem;padding:1.1rem 1.25rem 1.2rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
    .aside{color:var(--soft);max-width:46rem}
    .name,code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em;overflow-wrap:anywhere}
    code{background:var(--quiet);padding:.12em .35em;border-radius:4px}
    .cards{display:flex;flex-wrap:wrap;gap:.9rem;margin:0 0 1.1rem;padding:0;list-style:none}
    .card{flex:1 1 calc((100% - 1.8rem)/3);padding:.85rem 1.1rem 1rem;background:var(--card);border:1px solid var(--line);
    border-top:5px solid var(--c);border-radius:10px;min-width:0}
    .card.wide{flex-basis:calc((100% - .9rem)/2)}
    .card h2{font-size:1rem;display:flex;justify-content:space-between;gap:.5rem;align-items:baseline}
    .card .big{display:flex;align-items:baseline;gap:.6rem;margin:.05rem 0 .3rem}
    .card .big data{color:var(--ink);font-size:2.3rem;line-height:1.15;font-weight:650;letter-spacing:-.03em}
    .card.wide .big data{font-size:1.6rem}
    .card .big .share{color:var(--soft)}
    .card p{color:var(--soft);font-size:.9rem}
    .word{font:600 .78rem/1.4 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;color:var(--c);white-space:nowrap}
    ul.who{margin:.45rem 0 0;padding:0;list-style:none;font-size:.93rem}
    ul.who>li{display:grid;grid-template-columns:3.2rem 1fr;gap:0 .6rem;padding:.16rem 0;border-top:1px solid var(--quiet)}
    ul.who>li>data,ul.who>li>.count{text-align:right}
    .does{display:block;color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
    .o-proceed{--c:var(--proceed)}.o-retry{--c:var(--retry)}.o-cancel{--c:var(--cancel)}.o-abort{--c:var(--abort)}
    .o-nobody{--c:var(--nobody)}.o-none{--c:var(--none)}.o-good{--c:var(--good)}.o-bad{--c:var(--bad)}
    .fill{fill:var(--c)}.edge{stroke:var(--c);fill:none}
    .key{display:flex;flex-wrap:wrap;gap:.15rem 1.2rem;margin:.5rem 0 .6rem;padding:0;list-style:none;font-size:.93rem}
    .key li{display:flex;align-items:center;gap:.4rem}
    .key svg{width:.9rem;height:.9rem;flex:none}
    .chart{container-type:inline-size;display:grid;grid-template-columns:max-content minmax(0,1fr);gap:0 .5rem;margin:.6rem 0 .4rem;color:var(--soft);font-size:.85rem}
    .chart .unit{grid-column:1/-1;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;margin:0 0 .8rem}
    .chart .y{display:flex;flex-direction:column;justify-content:space-between;margin:-.65rem 0;line-height:1.3rem;text-align:right}
    .chart .x{grid-column:2;display:block;width:100%;height:2.4rem;overflow:visible}
    .chart .w500,.chart .w640{display:none}
    @container (min-width:34rem){.chart .w260{display:none}.chart .w500{display:block}}
    @container (min-width:43rem){.chart .w500{display:none}.chart .w640{display:block}}
    .chart text{fill:var(--soft)}
    .plot{display:block;width:100%;height:13rem}
    .chart .rule{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
    .scroll{overflow-x:auto;margin:.4rem -.3rem 0;padding:.2rem .3rem;--ground:var(--card)}
    nav ul{--ground:var(--page)}
    .scroll,nav ul{background:linear-gradient(90deg,var(--ground) 40%,transparent) left/2.5rem calc(100% + 2px) no-repeat local,
    linear-gradient(270deg,var(--ground) 40%,transparent) right/2.5rem calc(100% + 2px) no-repeat local,
    linear-gradient(90deg,var(--shade),transparent) left/.8rem 100% no-repeat,
    linear-gradient(270deg,var(--shade),transparent) right/.8rem 100% no-repeat}
    .over::before{content:"Scroll \\2192";position:sticky;left:0;display:block;text-align:right;color:var(--soft);font-size:.85rem}
    .drawing{display:block;max-width:none;margin:0 auto}.drawing.fits{max-width:100%;height:auto}
    .drawing text{fill:var(--ink);font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
    .drawing .mono{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px}
    .drawing .strong{font-weight:650}.drawing .soft{fill:var(--soft);font-size:12px}
    .drawing .box{fill:var(--card);stroke:var(--soft);stroke-width:1.2}.drawing .off{stroke-dasharray:4 3}
    .drawing .ribbon{fill:var(--c);fill-opacity:.38}.drawing .ribbon:hover{fill-opacity:.75}.drawing .moved{fill-opacity:.8}
    .drawing .lane{fill:var(--quiet)}
    .drawing .line{stroke:var(--soft);fill:none}.drawing .tip{fill:var(--soft)}.drawing .halo{stroke:var(--card);stroke-width:4px;paint-order:stroke;stroke-linejoin:round}
    table{border-collapse:collapse;width:100%;font-size:.93rem}
    caption{text-align:left;color:var(--soft);padding:0 0 .4rem;font-size:.9rem}
    th,td{text-align:left;padding:.34rem .6rem;border-bottom:1px solid var(--quiet);vertical-align:baseline}
    thead th{border-bottom:2px solid var(--line);font-weight:600;white-space:nowrap;vertical-align:bottom}
    tbody th{font-weight:400;min-width:8rem}
    .when{white-space:nowrap}
    .num{text-align:right;white-space:nowrap}
    th button{all:unset;cursor:pointer;font-weight:600}
    th button:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
    th button::after{content:"\\00a0\\2195";color:var(--soft);font-weight:400}
    th[aria-sort=ascending] button::after{content:"\\00a0\\2191";color:var(--ink)}
    th[aria-sort=descending] button::after{content:"\\00a0\\2193";color:var(--ink)}
    .bar{display:block;width:100%;min-width:5rem;height:.7rem;border-radius:2px;background:var(--quiet)}
    td.wide{width:24%}
    .share{color:var(--soft);white-space:nowrap}
    .filter{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .8rem;margin:.5rem 0}
    .filter[hidden]{display:none}
    .filter input{font:inherit;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:6px;padding:.3rem .6rem;min-width:14rem}
    .filter output{color:var(--soft);font-size:.9rem}
    .more{color:var(--soft);font-size:.93rem}
    details{border-top:1px solid var(--quiet)}
    details[hidden]{display:none}
    summary{cursor:pointer;padding:.45rem .2rem;overflow-wrap:anywhere}
    summary:hover{background:var(--quiet)}
    .chip{display:inline-block;min-width:4.6rem;margin-right:.6rem;padding:.02rem .45rem;border:1px solid var(--c);border-left-width:.5rem;
    border-radius:4px;font:600 .8rem/1.45 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    .meta .chip{min-width:0;margin:0 .3rem}
    .card.all{grid-column:1/-1}
    .meta{color:var(--soft);font-size:.88rem}
    .story{padding:.1rem .2rem 1rem 1.2rem;font-size:.93rem;overflow-wrap:anywhere}
    .story h4{margin:.8rem 0 .1rem;font-size:.93rem;font-weight:650}.story h4 .meta{font-weight:400}
    .story p{margin:.1rem 0}
    .story .in{margin-left:1.6rem;padding-left:.8rem;border-left:2px solid var(--line)}
    .ask{display:grid;grid-template-columns:1.2rem minmax(5rem,10rem) 1fr;gap:0 .5rem;padding:.08rem 0}
    .t-dim{color:var(--soft)}.t-green{color:var(--proceed)}.t-cyan,.t-blue{color:var(--retry)}.t-yellow{color:var(--abort)}
    .t-red{color:var(--bad)}.t-magenta{color:var(--nobody)}.t-bold{font-weight:600}
    .two{display:grid;grid-template-columns:1fr 1fr;gap:0 2rem}
    pre.source{margin:.4rem 0 0;padding:0;overflow-x:auto;font:.84rem/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    table.source{font:.84rem/1.45 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    table.source td,table.source th{padding:.02rem .6rem;border:0;white-space:pre}
    table.source .no{color:var(--soft);text-align:right;user-select:none}
    table.source .hit{border-right:4px solid var(--good)}table.source .part{border-right:4px dashed var(--abort)}
    table.source .miss{border-right:4px double var(--bad)}
    table.source tr.l-miss td{background:var(--quiet)}
    table.source .why{color:var(--bad);white-space:pre-wrap}
    .diff p{margin:0;font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86rem}
    .matrix th{white-space:nowrap}.matrix .same{color:var(--soft)}.matrix .moved{font-weight:650;background:var(--quiet)}
    footer{color:var(--soft);font-size:.88rem;padding:.4rem 0}
    @media (max-width:46rem){body{padding:0 .75rem 2rem}h1{font-size:1.35rem}.cards{gap:.6rem}
    .card,.card.wide{flex-basis:100%;padding:.6rem .8rem .7rem}.card .big data,.card.wide .big data{font-size:1.7rem}
    section{padding:.8rem .8rem 1rem}.two{grid-template-columns:1fr}.ask{grid-template-columns:1.2rem 1fr}.ask>div:last-child{grid-column:2}
    .plot{height:9rem}th,td{padding:.3rem .35rem}.bar{min-width:3rem}.story{padding-left:.2rem}
    nav ul{flex-wrap:nowrap;overflow-x:auto}nav a{white-space:nowrap}}
    @media print{nav,.filter,.skip{display:none}section,.card{break-inside:avoid}body{background:none}}
    """
}
