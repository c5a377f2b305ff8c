import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as v,S as y,T as b,U as x,V as ee,W as te,X as S,Y as ne,Z as C,_ as w,a as T,at as re,b as E,c as ie,ct as D,d as O,dt as ae,et as k,f as A,ft as oe,g as se,h as ce,i as le,it as ue,j,k as de,l as fe,lt as M,m as pe,mt as N,n as P,nt as me,o as F,ot as he,p as ge,pt as I,q as _e,r as ve,rt as ye,s as be,st as L,t as xe,tt as R,u as z,ut as Se,v as Ce,w as we,x as B,y as Te,z as V}from"./table.js";const Ee=()=>{let[e,t]=N([]),[n,r]=N(``),i=k.value.id,a=async()=>{let{status:e,body:n}=await p(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};I(()=>void(k.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await p(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();ye(i,n.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&M`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>M`<button type="button" class="option" key=${e} data-key onClick=${()=>o(e)}>
      <${D} name="hand" /> <b>Play ${te(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${n}</p>`},De=e=>new Promise(t=>setTimeout(t,e*1e3)),Oe=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:m(j)});for(;n.status===202;){await De(o(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:m(j)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:m(j)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},ke=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Oe(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},H=ae(``),Ae=e=>`digests:${e}`,je=e=>{try{return JSON.parse(localStorage.getItem(Ae(e)))??{}}catch{return{}}},U=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),Me=(e,t)=>{let n=U(t).slice(-24);try{localStorage.setItem(Ae(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Ne=e=>{if(H.value===e)return;H.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},Pe=e=>Ne(`The log has changed since this phone last saw it: entry ${e} was different.`),Fe=async(e,t)=>{let{status:n,body:r}=await p(`/v1/sessions/${e}/entries?from=${t}&to=${t}`,{token:a.token});if(n!==200)throw Error(String(n));return r.items[0].digest},Ie=async({id:e,version:t},n)=>{let r=U(n),i=r.at(-1),a=async t=>(await Fe(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return H.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?Pe(o[s]):Ne(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},Le=()=>{let e=null,t=!1,n=async n=>{let r=je(n.id);if(e===null&&U(r).length&&(t=!0,e=await Ie(n,r).catch(()=>null),t=!1),e===!1||e===null&&U(r).length)return;e=!0;let{id:i,version:a,digest:o}=k.value,s=o.slice(0,24);U(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await Ie(k.value,r).catch(()=>Pe(a))):Me(i,{...r,[a]:s})};oe(()=>{let e=k.value;e?.digest&&!t&&n(e)})},Re=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),ze=({currentTarget:e})=>ke(e,e.nextElementSibling,he(k.value.id)),Be=()=>{let e=new Map(k.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...d.value.seats].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),{closed:i,digest:a,game:o,id:s}=k.value,c=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:k.value.standing.finished?`Nobody wins`:`The session is over`;return M`<div class="finished">
    <header><h2 tabindex="-1" data-head><${D} name="trophy" /> ${c}</h2></header>
    <ol class="result">${n.map(e=>M`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${x} seat=${e.seat} />
      <b>${e.label}</b> <span class="score">${e.score??``}</span> <small>${Re(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${S.value&&!i&&M`<button type="button" class="option" onClick=${()=>O(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${o}?again=${s}`}>Play again</a>
    </div>
    <p><button type="button" class="option" data-file=${`/v1/sessions/${s}/proof`} data-name=${`${s}.proof.json`} onClick=${ze}>Proof file</button>
      <span role="status"></span></p>
    ${H.value&&M`<p class="quiet">${H.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${a}</code></p>
  </div>`},W=ae(null);let G=!1;const Ve=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await p(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},He=async()=>{if(G||W.value||!k.value)return;G=!0;let{id:e,game:n,component_set:r}=k.value,i=a.token,o=`forms:${e}`,s=await de(o).catch(()=>void 0);try{let e=await Ve(`/v1/games/${n}`,i,s?.rules),a=s?.names??await Ve(`/v1/component-sets/${r}/names`,i);if(e&&a){W.value={schemas:e.body.schemas,names:a.body.names};let{schemas:n}=e.body;await t(o,{rules:{tag:e.tag,body:{schemas:n}},names:a})}}catch{}G=!1},Ue=He,We=()=>oe(()=>{C.value===`live`&&_.value&&!W.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(He),2e3)}),Ge=[`flag`,`score`,`chaos`],Ke=e=>Ge.find(t=>e.some(({words:e})=>e?.tone===t))??`plain`,qe=({move:e,Part:t,onGo:n,children:r})=>{let[i,a]=N(!1),o=e.map(({number:e})=>e),s=()=>a(!i),{live:c}=e[0],l=M`<span class="text">
    ${e.some(ne)&&M`<${D} name="flag" /><span class="ears">Flagged: </span>`}
    ${!c&&M`<span class="ears">Undone: </span>`}
    <${fe} runs=${ie(e)} />
  </span>`,u=M`<span class="more">${i?`−`:`+${e.length-1}`}<span class="ears"> more entries</span></span>`,d=M`<span class="number">${be(e)}</span>`;return M`<li class=${`entry move tone-${Ke(e)} ${c?``:`gone`}`} data-entry=${i?void 0:o[0]} data-entries=${o.join(` `)}>
    ${n?M`<button type="button" class="line-of" onClick=${n}>${d}${l}</button>
        <button type="button" class="unfold" aria-expanded=${i} onClick=${s}>${u}</button>`:M`<button type="button" class="line-of" aria-expanded=${i} onClick=${s}>${d}${l}${u}</button>`}
    ${r}
    ${i&&M`<ol class="parts">${e.map(e=>M`<${t} key=${e.number} entry=${e} />`)}</ol>`}
  </li>`},Je={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},K=e=>{let[t,n]=e.split(`:`);return t===`seat`&&te(n)?.label||Je[t]||e},Ye=({item:e})=>M`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${K(e.holder)}</span></p>
    ${!we(e)&&M`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>Ce(e)}>Discard it</button>
    </div></li>`,Xe=()=>{let e=i.value,t=[...new Set(e.filter(we).map(e=>e.holder))],n=e=>{y(e),z()};return M`<${P} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>M`<${Ye} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>M`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${K(e)}</button>`)}</div>
    ${!e.length&&M`<p role="status">Nothing left.</p>`}
  </${P}>`},q=Symbol(`missing`),Ze=[`string`,`integer`],J=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),Qe=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},Y=(e,t,n)=>{let r=Qe(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...Y(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>Ze.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:Y(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=Y(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},$e=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:Y(n,e.parts,r),needed:i,usual:n.default}}),et=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,Qe({$ref:n},t.schemas).title])),tt=(e,t)=>Y({$ref:e.of[t]},e.parts),nt=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of $e(e,n)){let e=X(a,t[i]);if(o||e!==q&&t[i]!==void 0){if(e===q)return q;r[i]=e}}return r},rt=(e,t)=>e.includes(q)?q:t(e),it=e=>{try{return JSON.parse(e)}catch{return q}},at={choice:(e,t)=>e.values.find(e=>String(e)===t)??q,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:q,flag:(e,t)=>t,json:(e,t)=>it(t),list:(e,t)=>rt(t.map(t=>X(e.of,t)),e=>e),map:(e,t)=>rt(t.flatMap(([t,n])=>[t||q,X(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,X(e.of,n)]))),members:nt,one:(e,t)=>{if(!t.kind)return q;let n=nt(tt(e,t.kind),t.members,[e.tag]);return n===q?q:{[e.tag]:t.kind,...n}}},ot={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},st=e=>ot[e.kind]?.(e)??``,X=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??st(e);return n===``?q:at[e.kind](e,n)},ct=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>M`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>M`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,lt=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(et(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),ut=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,dt=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>M`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,ft=e=>{let t=e.shape.names?lt(e.shape.names,e.told):[];return t.length?M`<${ct} ...${e} options=${t} none=${ut(e)} />`:M`<${dt} ...${e} />`},pt=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>M`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,mt=({label:e,draft:t,onDraft:n})=>M`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,ht=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return M`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>M`<div class="row" key=${n}>
import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as v,S as y,T as b,U as ee,V as x,W as S,X as te,Y as C,Z as w,_ as T,a as E,at as D,b as O,c as k,ct as ne,d as re,dt as A,et as ie,f as ae,g as oe,h as se,i as ce,it as j,j as le,k as ue,l as M,lt as de,m as N,n as P,nt as fe,o as F,ot as I,p as pe,q as L,r as me,rt as he,s as ge,st as _e,t as ve,tt as ye,u as R,ut as z,v as be,w as xe,x as B,y as Se,z as V}from"./table.js";const Ce=()=>{let[e,t]=A([]),[n,r]=A(``),i=w.value.id,a=async()=>{let{status:e,body:n}=await p(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};z(()=>void(w.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await p(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();ie(i,n.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&I`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>I`<button type="button" class="option" key=${e} data-key onClick=${()=>o(e)}>
      <${D} name="hand" /> <b>Play ${ae(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${n}</p>`},we=e=>new Promise(t=>setTimeout(t,e*1e3)),Te=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:m(le)});for(;n.status===202;){await we(o(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:m(le)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:m(le)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},Ee=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Te(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},H=ne(``),De=e=>`digests:${e}`,Oe=e=>{try{return JSON.parse(localStorage.getItem(De(e)))??{}}catch{return{}}},U=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),ke=(e,t)=>{let n=U(t).slice(-24);try{localStorage.setItem(De(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Ae=e=>{if(H.value===e)return;H.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},je=e=>Ae(`The log has changed since this phone last saw it: entry ${e} was different.`),Me=async(e,t)=>{let{status:n,body:r}=await p(`/v1/sessions/${e}/entries?from=${t}&to=${t}`,{token:a.token});if(n!==200)throw Error(String(n));return r.items[0].digest},Ne=async({id:e,version:t},n)=>{let r=U(n),i=r.at(-1),a=async t=>(await Me(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return H.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?je(o[s]):Ae(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},Pe=()=>{let e=null,t=!1,n=async n=>{let r=Oe(n.id);if(e===null&&U(r).length&&(t=!0,e=await Ne(n,r).catch(()=>null),t=!1),e===!1||e===null&&U(r).length)return;e=!0;let{id:i,version:a,digest:o}=w.value,s=o.slice(0,24);U(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await Ne(w.value,r).catch(()=>je(a))):ke(i,{...r,[a]:s})};de(()=>{let e=w.value;e?.digest&&!t&&n(e)})},Fe=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),Ie=({currentTarget:e})=>Ee(e,e.nextElementSibling,he(w.value.id)),Le=()=>{let e=new Map(w.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...S.value.seats].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),{closed:i,digest:a,game:o,id:s}=w.value,c=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:w.value.standing.finished?`Nobody wins`:`The session is over`;return I`<div class="finished">
    <header><h2 tabindex="-1" data-head><${D} name="trophy" /> ${c}</h2></header>
    <ol class="result">${n.map(e=>I`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${re} seat=${e.seat} />
      <b>${e.label}</b> <span class="score">${e.score??``}</span> <small>${Fe(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${L.value&&!i&&I`<button type="button" class="option" onClick=${()=>M(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${o}?again=${s}`}>Play again</a>
    </div>
    <p><button type="button" class="option" data-file=${`/v1/sessions/${s}/proof`} data-name=${`${s}.proof.json`} onClick=${Ie}>Proof file</button>
      <span role="status"></span></p>
    ${H.value&&I`<p class="quiet">${H.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${a}</code></p>
  </div>`},W=ne(null);let G=!1;const Re=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await p(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},ze=async()=>{if(G||W.value||!w.value)return;G=!0;let{id:e,game:n,component_set:r}=w.value,i=a.token,o=`forms:${e}`,s=await ue(o).catch(()=>void 0);try{let e=await Re(`/v1/games/${n}`,i,s?.rules),a=s?.names??await Re(`/v1/component-sets/${r}/names`,i);if(e&&a){W.value={schemas:e.body.schemas,names:a.body.names};let{schemas:n}=e.body;await t(o,{rules:{tag:e.tag,body:{schemas:n}},names:a})}}catch{}G=!1},Be=ze,Ve=()=>de(()=>{u.value===`live`&&C.value&&!W.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(ze),2e3)}),He={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},K=e=>{let[t,n]=e.split(`:`);return t===`seat`&&ae(n)?.label||He[t]||e},Ue=({item:e})=>I`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${K(e.holder)}</span></p>
    ${!xe(e)&&I`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>be(e)}>Discard it</button>
    </div></li>`,We=()=>{let e=i.value,t=[...new Set(e.filter(xe).map(e=>e.holder))],n=e=>{y(e),k()};return I`<${P} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>I`<${Ue} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>I`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${K(e)}</button>`)}</div>
    ${!e.length&&I`<p role="status">Nothing left.</p>`}
  </${P}>`},q=Symbol(`missing`),Ge=[`string`,`integer`],J=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),Ke=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},Y=(e,t,n)=>{let r=Ke(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...Y(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>Ge.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:Y(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=Y(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},qe=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:Y(n,e.parts,r),needed:i,usual:n.default}}),X=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,Ke({$ref:n},t.schemas).title])),Je=(e,t)=>Y({$ref:e.of[t]},e.parts),Ye=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of qe(e,n)){let e=Z(a,t[i]);if(o||e!==q&&t[i]!==void 0){if(e===q)return q;r[i]=e}}return r},Xe=(e,t)=>e.includes(q)?q:t(e),Ze=e=>{try{return JSON.parse(e)}catch{return q}},Qe={choice:(e,t)=>e.values.find(e=>String(e)===t)??q,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:q,flag:(e,t)=>t,json:(e,t)=>Ze(t),list:(e,t)=>Xe(t.map(t=>Z(e.of,t)),e=>e),map:(e,t)=>Xe(t.flatMap(([t,n])=>[t||q,Z(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,Z(e.of,n)]))),members:Ye,one:(e,t)=>{if(!t.kind)return q;let n=Ye(Je(e,t.kind),t.members,[e.tag]);return n===q?q:{[e.tag]:t.kind,...n}}},$e={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},et=e=>$e[e.kind]?.(e)??``,Z=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??et(e);return n===``?q:Qe[e.kind](e,n)},tt=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>I`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>I`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,nt=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(X(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),rt=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,it=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>I`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,at=e=>{let t=e.shape.names?nt(e.shape.names,e.told):[];return t.length?I`<${tt} ...${e} options=${t} none=${rt(e)} />`:I`<${it} ...${e} />`},ot=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>I`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,st=({label:e,draft:t,onDraft:n})=>I`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,ct=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return I`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>I`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${D} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${D} name="plus" /> Add</button>
  ${t.empty&&!o.length&&M`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},gt=({label:e,shape:t,told:n,draft:r,onDraft:i})=>M`<${ht} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>st(t.of)}
  row=${(e,r,i)=>M`<${St} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,_t=({label:e,shape:t,told:n,draft:r,onDraft:i})=>M`<${ht} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,st(t.of)]}
  row=${([e,r],i,a)=>M`<${ft} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${St} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,vt=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>M`<div class="members">
  ${$e(e,i).map(e=>M`<${St} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,yt=({label:e,...t})=>M`<fieldset class="nested"><legend>${e}</legend><${vt} ...${t} /></fieldset>`,bt=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??J(e)]),s=r.kind&&tt(t,r.kind);return M`<${ct} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&M`${s.hint&&M`<p class="quiet hint">${s.hint}</p>`}
      <${vt} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},xt={choice:e=>M`<${ct} ...${e} none=${ut(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:ft,number:({usual:e,...t})=>M`<${dt} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:pt,list:gt,map:_t,members:yt,one:bt,json:mt},St=e=>M`<${xt[e.shape.kind]} ...${e} />`,Ct=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],wt=e=>typeof e==`object`&&e?Object.values(e).flatMap(wt):[e],Tt=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??J(String(n)),Et=(e,t,{[t]:n,...r})=>[e.labels[n]??J(n),...wt(r).filter(e=>e!==null&&e!==!1).map(t=>Tt(e,t))].join(` · `),Dt=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=N(t),o={...e,labels:{...et(e.schemas.action),...e.labels}},s=Y(o.schemas.action.schema,o.schemas.action.components.schemas),c=X(s,{...i,members:{...i.members,...n}});return M`<${bt} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...Ct,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===q}
      onClick=${()=>r(c,`${c.seat?`${Tt(o,c.seat)}: `:``}${Et(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},Ot=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=N(t),[s,c]=N(n),[l,u]=N(r),d={...e,labels:et(e.schemas.fact)},f=Y(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>X(f,e)),m=s.trim()&&!p.includes(q)&&!/^0|\D/.test(l);return M`${a.map((e,t)=>M`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${bt} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&M`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${D} name="x" /> Remove</button>`}
import{$ as e,A as t,At as n,B as r,C as i,Ct as a,D as o,Dt as s,E as c,Et as l,F as u,G as d,H as f,I as p,J as m,K as h,L as ee,M as g,Mt as _,N as te,O as ne,Ot as v,P as re,Q as y,R as b,S as ie,St as ae,T as oe,Tt as x,U as se,V as ce,W as le,X as ue,Y as de,Z as S,_ as fe,_t as pe,a as C,at as me,b as w,bt as he,c as T,ct as ge,d as _e,dt as E,et as ve,f as ye,ft as D,g as be,gt as O,h as xe,ht as k,i as Se,it as Ce,j as we,jt as Te,k as Ee,kt as A,l as j,lt as De,m as Oe,mt as M,n as N,nt as ke,o as P,ot as Ae,p as je,pt as Me,q as Ne,r as Pe,rt as F,s as Fe,st as I,t as Ie,tt as Le,u as L,ut as R,v as Re,vt as ze,w as Be,wt as z,x as B,xt as Ve,y as He,yt as Ue,z as We}from"./table.js";const Ge=()=>{let[e,t]=_([]),[n,r]=_(``),i=k.value.id,a=async()=>{let{status:e,body:n}=await h(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};Te(()=>void(k.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await h(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();Ue(i,n.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&x`<p>Bots are playing. You can take over a seat:</p>
import{$ as e,A as t,At as n,B as r,C as i,Ct as a,D as o,Dt as s,E as c,Et as l,F as u,G as d,H as f,I as p,J as m,K as h,L as ee,M as g,Mt as _,N as te,O as ne,Ot as v,P as re,Q as y,R as b,S as ie,St as ae,T as oe,Tt as x,U as se,V as ce,W as le,X as ue,Y as de,Z as S,_ as fe,_t as pe,a as C,at as me,b as w,bt as he,c as T,ct as ge,d as _e,dt as E,et as ve,f as ye,ft as D,g as be,gt as O,h as xe,ht as k,i as Se,it as Ce,j as we,jt as A,k as Te,kt as Ee,l as j,lt as De,m as Oe,mt as M,n as N,nt as ke,o as P,ot as Ae,p as je,pt as Me,q as Ne,r as Pe,rt as F,s as Fe,st as I,t as Ie,tt as Le,u as L,ut as R,v as Re,vt as ze,w as Be,wt as z,x as B,xt as Ve,y as He,yt as Ue,z as We}from"./table.js";const Ge=()=>{let[e,t]=_([]),[n,r]=_(``),i=k.value.id,a=async()=>{let{status:e,body:n}=await h(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};A(()=>void(k.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await h(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();Ue(i,n.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&x`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>x`<button type="button" class="option" key=${e} data-key onClick=${()=>o(e)}>
      <${z} name="hand" /> <b>Play ${me(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${n}</p>`},V=v(null),H=v(null),Ke=`put-turns-together`,U=v(localStorage.getItem(Ke)===`yes`),qe=e=>{U.value=e,e?localStorage.setItem(Ke,`yes`):localStorage.removeItem(Ke)},Je=({board:e,now:t},n)=>e.seats.some(({seat:e,active:t})=>e===n&&t)&&t.offers.some(({seat:e,idle:t})=>e===n&&!t),Ye=async e=>{b.value=!0;try{return await h(`/v1/sessions/${t.session}/actions?dry_run=true&with=words,board,offers`,{method:`POST`,token:t.token,headers:{"If-Match":`*`},body:e.map(({body:e})=>e)})}finally{b.value=!1}},Xe=(e,t,n)=>{let r=t.map((e,t)=>({...e,said:JSON.stringify(n.entries[t].words?.says)}));r.at(-1).after=n.after,Ze({...e,steps:r,version:n.version})},Ze=e=>{let{seat:t,steps:n}=e,{after:r}=n.at(-1);Ee(()=>{V.value=e,H.value=null,M.value={...r,seat:t,count:n.length,board:pe(I.value,r.board)}}),Oe()},Qe=()=>Ee(()=>V.value=H.value=M.value=null),W=e=>{let{seat:t,who:n}=V.value,r=[...V.value.steps,...e?[e]:[]].map(et),i=n+r.map(({says:e})=>e).join(` · `);Ee(()=>{V.value=H.value=null,M.value={...M.value,count:0},r.length===1?B(`actions`,r[0].body,i):B(`actions`,r.map(({id:e,body:t})=>({...t,action_id:e})),i,void 0,{seat:t,who:n,steps:r})})},$e=()=>`draft:${t.session}/${t.holder}`,et=({after:e,...t})=>t;let tt=Promise.resolve();const nt=e=>{let t=$e();tt=tt.then(()=>e?ce({...e,steps:e.steps.map(et),key:t,id:t}):r({key:t,id:t})).catch(()=>{})},rt=async()=>(await f($e())).find(({key:e})=>e===$e()),it=async(e,{body:t,says:n,who:r})=>{if(b.value)return!0;let{label:i,hint:a=``,ends:o,must_be_last:s}=e.words,l={id:m(),body:t,says:n,label:i,hint:a,onBoard:c.onBoard},u=V.value;if(!u&&(!U.value||ne()||We.value.length||e.seat===null||o||s))return!1;if(u&&(o||s))W(l);else return at(u??{seat:e.seat,who:r,steps:[]},l);return!0},at=async(e,t)=>{let n=[...e.steps,t],{status:r,body:i}=await Ye(n),a=r===200&&i.outcomes?.[0];return a?ot(e,t,a):r===200&&i.after?!Je(i.after,e.seat)&&!t.onBoard?(e.steps.length&&W(t),e.steps.length>0):(Xe(e,n,i),!0):e.steps.length?(r===200?H.value=t:we.value=r?i?.detail??`The service could not answer.`:`No answer from the service. Your turn so far is kept.`,!0):!1},ot=(e,n,r)=>{let[i]=ke(r.domain);return i===void 0?(j(`outcome`,{item:{body:n.body,says:e.who+n.says,holder:t.holder},problem:{outcomes:[r]},say:async t=>{T();let r={...n,body:t};await at(e,r)||await B(`actions`,r.body,e.who+r.says)}}),!0):at(e,{...n,body:Be(n.body,r.path,i)})},st=e=>{if(!V.value||b.value)return;if(H.value&&e===-1){H.value=null;return}let t=V.value.steps.slice(0,e);t.length?t.at(-1).after?Ze({...V.value,steps:t}):ct({...V.value,steps:t}):Qe()};let G=!1;const ct=async(e,t)=>{G=!0;let n=e.steps.map(et),r;for(;n.length&&!r;){let{status:e,body:t}=await Ye(n);if(e===200&&t.after)r=t;else if([200,409,422].includes(e))n=n.slice(0,t.index??-1);else break}if(G=!1,n.length&&!r)return void setTimeout(lt,3e3);r?Xe(e,n,r):Qe();let i=e.steps.slice(n.length).map(({says:e})=>e),a=ge.value.findLast(t=>t.live&&t.number>e.version);i.length?we.value=`${t??(l(a?.words?.says)||`The table has changed.`)} No longer possible in your turn: ${i.join(`, `)}.`:t&&(we.value=t)},lt=()=>{let e=V.value;!e||E.value!==`live`||M.value&&e.version>=k.value.version||(b.value||G?setTimeout(lt,200):ct(e))},ut=async(e,{body:t},n)=>{let{steps:r,...i}=e.turn,a=r.at(-1),o=r.slice(0,-1);if(G=!0,n){let{status:t,body:r}=await Ye(o),s=r?.after?.now?.words?.[ue({type:a.body.type,seat:i.seat})],c=s?.label===a.label&&(s.hint??``)===a.hint;if(t===200&&c&&o.every(({said:e},t)=>e===JSON.stringify(r.entries[t].words?.says)))return G=!1,await g(e,{...e,seen:n}),!0}let s={...i,steps:o,version:parseInt(e.seen)};return Ee(()=>{V.value=s,M.value&&(M.value={...M.value,count:o.length})}),await oe(e),await te(),p(),await ct(s,n?`Someone else recorded first. Check your turn and confirm it again.`:t?.detail??`The service did not record it.`),!0},dt=async()=>{Object.assign(c,{take:it,back:()=>st(-1),refused:ut});let e=await rt();e&&!V.value&&D.value&&!We.value.length&&(V.value=e);let t=V.value;n(()=>{let e=V.value;e!==t&&nt(e),t=e}),n(()=>{!V.value&&M.value&&!re.value&&(M.value=null)}),n(()=>void[V.value,k.value?.version,E.value,setTimeout(lt)])},ft={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},pt=e=>{let[t,n]=e.split(`:`);return t===`seat`&&me(n)?.label||ft[t]||e},mt=({item:e})=>x`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${pt(e.holder)}</span></p>
    ${!o(e)&&x`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>Re(e)}>Discard it</button>
    </div></li>`,ht=()=>{let e=u.value,t=[...new Set(e.filter(o).map(e=>e.holder))],n=e=>{ie(e),T()};return x`<${N} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>x`<${mt} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>x`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${pt(e)}</button>`)}</div>
    ${!e.length&&x`<p role="status">Nothing left.</p>`}
  </${N}>`},K=v(null);let gt=!1;const _t=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await h(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},vt=async()=>{if(gt||K.value||!k.value)return;gt=!0;let{id:e,game:n,component_set:r}=k.value,i=t.token,a=`forms:${e}`,o=await se(a).catch(()=>void 0);try{let e=await _t(`/v1/games/${n}`,i,o?.rules),t=o?.names??await _t(`/v1/component-sets/${r}/names`,i);if(e&&t){K.value={schemas:e.body.schemas,names:t.body.names};let{schemas:n}=e.body;await le(a,{rules:{tag:e.tag,body:{schemas:n}},names:t})}}catch{}gt=!1},yt=vt,bt=()=>n(()=>{E.value===`live`&&D.value&&!K.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(vt),2e3)}),q=Symbol(`missing`),xt=[`string`,`integer`],St=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),Ct=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},J=(e,t,n)=>{let r=Ct(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...J(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>xt.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:J(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=J(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},wt=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:J(n,e.parts,r),needed:i,usual:n.default}}),Tt=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,Ct({$ref:n},t.schemas).title])),Et=(e,t)=>J({$ref:e.of[t]},e.parts),Dt=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of wt(e,n)){let e=Y(a,t[i]);if(o||e!==q&&t[i]!==void 0){if(e===q)return q;r[i]=e}}return r},Ot=(e,t)=>e.includes(q)?q:t(e),kt=e=>{try{return JSON.parse(e)}catch{return q}},At={choice:(e,t)=>e.values.find(e=>String(e)===t)??q,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:q,flag:(e,t)=>t,json:(e,t)=>kt(t),list:(e,t)=>Ot(t.map(t=>Y(e.of,t)),e=>e),map:(e,t)=>Ot(t.flatMap(([t,n])=>[t||q,Y(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,Y(e.of,n)]))),members:Dt,one:(e,t)=>{if(!t.kind)return q;let n=Dt(Et(e,t.kind),t.members,[e.tag]);return n===q?q:{[e.tag]:t.kind,...n}}},jt={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},Mt=e=>jt[e.kind]?.(e)??``,Y=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??Mt(e);return n===``?q:At[e.kind](e,n)},Nt=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>x`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>x`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,Pt=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(Tt(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),Ft=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,It=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>x`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,Lt=e=>{let t=e.shape.names?Pt(e.shape.names,e.told):[];return t.length?x`<${Nt} ...${e} options=${t} none=${Ft(e)} />`:x`<${It} ...${e} />`},Rt=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>x`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,zt=({label:e,draft:t,onDraft:n})=>x`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,Bt=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return x`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>x`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${z} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${z} name="plus" /> Add</button>
  ${t.empty&&!o.length&&x`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},Vt=({label:e,shape:t,told:n,draft:r,onDraft:i})=>x`<${Bt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>Mt(t.of)}
  row=${(e,r,i)=>x`<${qt} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,Ht=({label:e,shape:t,told:n,draft:r,onDraft:i})=>x`<${Bt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,Mt(t.of)]}
  row=${([e,r],i,a)=>x`<${Lt} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${qt} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,Ut=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>x`<div class="members">
  ${wt(e,i).map(e=>x`<${qt} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,Wt=({label:e,...t})=>x`<fieldset class="nested"><legend>${e}</legend><${Ut} ...${t} /></fieldset>`,Gt=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??St(e)]),s=r.kind&&Et(t,r.kind);return x`<${Nt} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&x`${s.hint&&x`<p class="quiet hint">${s.hint}</p>`}
      <${Ut} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},Kt={choice:e=>x`<${Nt} ...${e} none=${Ft(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:Lt,number:({usual:e,...t})=>x`<${It} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:Rt,list:Vt,map:Ht,members:Wt,one:Gt,json:zt},qt=e=>x`<${Kt[e.shape.kind]} ...${e} />`,Jt=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],Yt=e=>typeof e==`object`&&e?Object.values(e).flatMap(Yt):[e],Xt=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??St(String(n)),Zt=(e,t,{[t]:n,...r})=>[e.labels[n]??St(n),...Yt(r).filter(e=>e!==null&&e!==!1).map(t=>Xt(e,t))].join(` · `),Qt=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=_(t),o={...e,labels:{...Tt(e.schemas.action),...e.labels}},s=J(o.schemas.action.schema,o.schemas.action.components.schemas),c=Y(s,{...i,members:{...i.members,...n}});return x`<${Gt} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...Jt,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===q}
      onClick=${()=>r(c,`${c.seat?`${Xt(o,c.seat)}: `:``}${Zt(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},$t=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=_(t),[s,c]=_(n),[l,u]=_(r),d={...e,labels:Tt(e.schemas.fact)},f=J(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>Y(f,e)),m=s.trim()&&!p.includes(q)&&!/^0|\D/.test(l);return x`${a.map((e,t)=>x`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${Gt} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&x`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${z} name="x" /> Remove</button>`}
  ${t.empty&&!o.length&&I`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},lt=({label:e,shape:t,told:n,draft:r,onDraft:i})=>I`<${ct} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>et(t.of)}
  row=${(e,r,i)=>I`<${ht} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,ut=({label:e,shape:t,told:n,draft:r,onDraft:i})=>I`<${ct} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,et(t.of)]}
  row=${([e,r],i,a)=>I`<${at} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${ht} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,dt=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>I`<div class="members">
  ${qe(e,i).map(e=>I`<${ht} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,ft=({label:e,...t})=>I`<fieldset class="nested"><legend>${e}</legend><${dt} ...${t} /></fieldset>`,pt=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??J(e)]),s=r.kind&&Je(t,r.kind);return I`<${tt} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&I`${s.hint&&I`<p class="quiet hint">${s.hint}</p>`}
      <${dt} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},mt={choice:e=>I`<${tt} ...${e} none=${rt(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:at,number:({usual:e,...t})=>I`<${it} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:ot,list:lt,map:ut,members:ft,one:pt,json:st},ht=e=>I`<${mt[e.shape.kind]} ...${e} />`,gt=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],_t=e=>typeof e==`object`&&e?Object.values(e).flatMap(_t):[e],vt=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??J(String(n)),yt=(e,t,{[t]:n,...r})=>[e.labels[n]??J(n),..._t(r).filter(e=>e!==null&&e!==!1).map(t=>vt(e,t))].join(` · `),bt=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=A(t),o={...e,labels:{...X(e.schemas.action),...e.labels}},s=Y(o.schemas.action.schema,o.schemas.action.components.schemas),c=Z(s,{...i,members:{...i.members,...n}});return I`<${pt} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...gt,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===q}
      onClick=${()=>r(c,`${c.seat?`${vt(o,c.seat)}: `:``}${yt(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},xt=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=A(t),[s,c]=A(n),[l,u]=A(r),d={...e,labels:X(e.schemas.fact)},f=Y(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>Z(f,e)),m=s.trim()&&!p.includes(q)&&!/^0|\D/.test(l);return I`${a.map((e,t)=>I`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${pt} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&I`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${D} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${p.includes(q)} onClick=${()=>o([...a,{}])}>
      <${D} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>Et(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},kt=()=>Object.fromEntries(Object.entries(e.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),At=({Form:e,...t})=>{let n=W.value,r=C.value===`live`;if(I(()=>{n||Ue()},[n,r]),!n)return M`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:d.value.seats,labels:e===Dt?kt():{}};return M`<${e} told=${i} ...${t} />`},jt=e=>M`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${At} Form=${Ot} ...${e} />`,Mt=({draft:e,...t})=>{let{role:n,seat:r}=R.value;return M`<${At} Form=${Dt} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:ce.value?{seat:ce.value}:{}}} ...${t} />`},Nt=()=>M`<${P} title="Correct the table"><${jt} onSend=${(e,t,n)=>{B(`corrections`,e,t,n),z()}} /></${P}>`,Pt=()=>M`<${P} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${Mt} onSend=${(e,t,n)=>{B(`actions`,e,t,n),z()}} />
  </${P}>`,Ft=()=>ue().map(me).filter(Boolean).slice(0,50),It=e=>({"Tablelog-Tokens":e.join(`, `)}),Lt=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&re(n.split(`,`).map(t=>e[t-1]))},Rt=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await p(`/v1/people`,{headers:It(e)});return Lt(e,r),t===200?n.items:[]},zt=async()=>{let e=new Map;for(let{player:t,name:n}of await Rt(Ft()))t&&n&&!e.has(n)&&e.set(n,t);return e},Bt=new Map,Vt=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return Bt.has(i)||Bt.set(i,g()),Bt.get(i)},Ht=(e,t,n)=>{let{players:r={},labels:i={}}=k.value;return L(r,t)&&L(i,t)===n?r[t]:Vt(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},Ut=({seat:e,coming:t})=>{let[n,r]=N(L(k.value.labels,e.seat)??``),[i,o]=N(``),s=`/v1/sessions/${k.value.id}/people/${e.seat}`;return M`<li><${x} seat=${e.seat} />
    <label class="field">${e.label}<input value=${n} maxlength="80" list="known" autocomplete="off" onInput=${e=>r(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let r=n.trim(),i=await t,{status:c,body:l}=await p(s,{method:r?`PUT`:`DELETE`,token:a.token,body:r?{player:Ht(i,e.seat,r),name:r}:void 0});o(c&&c<300?r?`Saved.`:`Erased.`:l?.detail??`No answer from the service. Try again.`)}}>${n.trim()?`Save`:`Erase`}</button>
    <span role="status">${i}</span></li>`},Wt=()=>{let[e]=N(zt),[t,n]=N(new Map);I(()=>void e.then(n),[]);let r=d.value.seats.filter(e=>S.value||e.seat===R.value.seat);return M`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>M`<${Ut} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>M`<option key=${e} value=${e} />`)}</datalist>`},Gt=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],Z=({item:e})=>M`<p><b>${b(e)?`You tapped:`:`Tapped with the link for ${K(e.holder)}:`}</b> ${e.says}</p>`,Kt=()=>Te.value.length?`Discard it and ${Te.value.length} after it`:`Discard it`,qt=({item:e,missed:t})=>M`
      <${z} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>Zt(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},en=()=>Object.fromEntries(Object.entries(Me.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),tn=({Form:e,...t})=>{let n=K.value,r=E.value===`live`;if(A(()=>{n||yt()},[n,r]),!n)return x`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:I.value.seats,labels:e===Qt?en():{}};return x`<${e} told=${i} ...${t} />`},nn=e=>x`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${tn} Form=${$t} ...${e} />`,rn=({draft:e,...t})=>{let{role:n,seat:r}=O.value;return x`<${tn} Form=${Qt} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:je.value?{seat:je.value}:{}}} ...${t} />`},an=()=>x`<${N} title="Correct the table"><${nn} onSend=${(e,t,n)=>{B(`corrections`,e,t,n),T()}} /></${N}>`,on=()=>x`<${N} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${rn} onSend=${(e,t,n)=>{B(`actions`,e,t,n),T()}} />
  </${N}>`,sn=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],X=({item:e})=>x`<p><b>${Te(e)?`You tapped:`:`Tapped with the link for ${pt(e.holder)}:`}</b> ${e.says}</p>`,cn=()=>He.value.length?`Discard it and ${He.value.length} after it`:`Discard it`,ln=({item:e,missed:t})=>x`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${X} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>M`<li key=${e.number}>№ ${e.number} <${fe} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${w}>${Kt()}</button>
    <button type="button" class="primary" onClick=${()=>E()}>Record it now</button>
  </div>`,Jt=({item:e,onBack:t})=>{let[n,r]=N(``);return M`
  <ul>${t.map(e=>x`<li key=${e.number}>№ ${e.number} <${Fe} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${fe}>${cn()}</button>
    <button type="button" class="primary" onClick=${()=>w()}>Record it now</button>
  </div>`,un=({item:e,onBack:t})=>{let[n,r]=_(``);return x`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${X} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${Gt.map(e=>M`<button type="button" class="option" key=${e} aria-pressed=${n===e}
    <div class="grid wide">${sn.map(e=>x`<button type="button" class="option" key=${e} aria-pressed=${n===e}
import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as v,S as ee,T as te,U as y,V as ne,W as re,X as b,Y as x,Z as ie,_ as ae,_t as S,a as C,at as w,b as T,c as oe,ct as se,d as E,dt as ce,et as D,f as O,ft as le,g as ue,gt as de,h as fe,ht as pe,i as me,it as he,j as ge,k as _e,l as ve,lt as ye,m as k,mt as A,n as j,nt as M,o as N,ot as be,p as xe,pt as P,q as Se,r as Ce,rt as we,s as Te,st as F,t as Ee,tt as I,u as L,ut as De,v as Oe,vt as R,w as ke,x as z,y as Ae,yt as B,z as V}from"./table.js";const je=()=>{let[e,t]=B([]),[n,r]=B(``),i=w.value.id,a=async()=>{let{status:e,body:n}=await m(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};R(()=>void(w.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await m(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();ye(i,n.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&A`<p>Bots are playing. You can take over a seat:</p>
import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as v,S as ee,T as y,U as b,V as te,W as ne,X as x,Y as S,Z as re,_ as ie,_t as C,a as w,at as T,b as E,c as ae,ct as oe,d as D,dt as se,et as O,f as k,ft as ce,g as le,gt as ue,h as de,ht as fe,i as pe,it as me,j as he,k as ge,l as _e,lt as ve,m as ye,mt as A,n as j,nt as M,o as N,ot as be,p as xe,pt as P,q as Se,r as Ce,rt as we,s as Te,st as F,t as Ee,tt as I,u as L,ut as De,v as Oe,vt as R,w as ke,x as z,y as Ae,yt as B,z as V}from"./table.js";const je=()=>{let[e,t]=B([]),[n,r]=B(``),i=T.value.id,a=async()=>{let{status:e,body:n}=await m(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};R(()=>void(T.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await m(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();ve(i,n.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&A`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>A`<button type="button" class="option" key=${e} data-key onClick=${()=>o(e)}>
      <${P} name="hand" /> <b>Play ${s(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${n}</p>`},Me=e=>new Promise(t=>setTimeout(t,e*1e3)),Ne=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:g(p)});for(;n.status===202;){await Me(l(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:g(p)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:g(p)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},Pe=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Ne(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},H=ue(``),Fe=e=>`digests:${e}`,Ie=e=>{try{return JSON.parse(localStorage.getItem(Fe(e)))??{}}catch{return{}}},U=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),Le=(e,t)=>{let n=U(t).slice(-24);try{localStorage.setItem(Fe(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Re=e=>{if(H.value===e)return;H.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},ze=e=>Re(`The log has changed since this phone last saw it: entry ${e} was different.`),Be=async(e,t)=>{let{status:n,body:r}=await m(`/v1/sessions/${e}/entries?from=${t}&to=${t}`,{token:a.token});if(n!==200)throw Error(String(n));return r.items[0].digest},Ve=async({id:e,version:t},n)=>{let r=U(n),i=r.at(-1),a=async t=>(await Be(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return H.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?ze(o[s]):Re(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},He=()=>{let e=null,t=!1,n=async n=>{let r=Ie(n.id);if(e===null&&U(r).length&&(t=!0,e=await Ve(n,r).catch(()=>null),t=!1),e===!1||e===null&&U(r).length)return;e=!0;let{id:i,version:a,digest:o}=T.value,s=o.slice(0,24);U(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await Ve(T.value,r).catch(()=>ze(a))):Le(i,{...r,[a]:s})};C(()=>{let e=T.value;e?.digest&&!t&&n(e)})},Ue=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),We=({currentTarget:e})=>Pe(e,e.nextElementSibling,ce(T.value.id)),Ge=()=>{let e=new Map(T.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...x.value.seats].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),{closed:i,digest:a,game:o,id:s}=T.value,c=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:T.value.standing.finished?`Nobody wins`:`The session is over`;return A`<div class="finished">
    <header><h2 tabindex="-1" data-head><${P} name="trophy" /> ${c}</h2></header>
    <ol class="result">${n.map(e=>A`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${ne} seat=${e.seat} />
      <b>${e.label}</b> <span class="score">${e.score??``}</span> <small>${Ue(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${O.value&&!i&&A`<button type="button" class="option" onClick=${()=>D(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${o}?again=${s}`}>Play again</a>
    </div>
    <p><button type="button" class="option" data-file=${`/v1/sessions/${s}/proof`} data-name=${`${s}.proof.json`} onClick=${We}>Proof file</button>
      <span role="status"></span></p>
    ${H.value&&A`<p class="quiet">${H.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${a}</code></p>
  </div>`},W=ue(null);let Ke=!1;const qe=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await m(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},Je=async()=>{if(Ke||W.value||!T.value)return;Ke=!0;let{id:e,game:n,component_set:r}=T.value,i=a.token,o=`forms:${e}`,s=await t(o).catch(()=>void 0);try{let e=await qe(`/v1/games/${n}`,i,s?.rules),t=s?.names??await qe(`/v1/component-sets/${r}/names`,i);if(e&&t){W.value={schemas:e.body.schemas,names:t.body.names};let{schemas:n}=e.body;await he(o,{rules:{tag:e.tag,body:{schemas:n}},names:t})}}catch{}Ke=!1},Ye=Je,Xe=()=>C(()=>{I.value===`live`&&M.value&&!W.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(Je),2e3)}),Ze=[120,60,120],G={hertz:660,seconds:.35,loud:.2},Qe=[{name:`sound`,label:`Sound`,works:`AudioContext`in window},{name:`vibration`,label:`Vibration`,works:`vibrate`in navigator},{name:`notification`,label:`Notification`,works:window.isSecureContext&&`Notification`in window}];let K;const $e=()=>{u.value.sound&&(K??=new AudioContext,K.resume())},et=()=>{$e();let[e,t]=[K.createOscillator(),K.createGain()];e.frequency.value=G.hertz,t.gain.setValueAtTime(G.loud,K.currentTime),t.gain.exponentialRampToValueAtTime(.001,K.currentTime+G.seconds),e.connect(t).connect(K.destination),e.start(),e.stop(K.currentTime+G.seconds)},tt=async e=>{let t={body:e,tag:T.value.id},n=await navigator.serviceWorker?.getRegistration();if(n)return n.showNotification(`Tablelog`,t);let r=new Notification(`Tablelog`,t);return r.onclick=()=>{window.focus(),r.close()},r},nt=e=>{u.value.sound&&et(),u.value.vibration&&navigator.vibrate?.(Ze),u.value.notification&&document.hidden&&window.Notification?.permission===`granted`&&tt(e).catch(()=>{})},rt=async(e,t)=>e===`notification`&&t&&await Notification.requestPermission()!==`granted`?(i.value=`The browser does not allow notifications from this page.`,S(e,!1)):(S(e,t),t&&e===`sound`&&$e()),it=fe(()=>e.value?be.value.find(({seat:e})=>e===F.value.seat).since:``),at=({by:e})=>e?.role===F.value.role&&e?.seat===F.value.seat,ot=ue(!1),st=()=>{let e=it.peek();C(()=>{let t=it.value;if(t===e)return;e&&(ot.value=!0),e=t;let n=re.peek().at(-1);t&&n&&!at(n)&&nt(`It is your turn.`)}),C(()=>{if(!me.value)return;let{by:e}=me.value,t=`${e.seat&&s(e.seat)?.label||`Somebody`} is waiting for you.`;i.value=t,nt(t)}),addEventListener(`pointerdown`,$e)},ct=()=>{if(u.value.asked||!ot.value||Qe.some(({name:e})=>u.value[e]))return null;let e=e=>{S(`asked`,!0),rt(e,!0)};return A`<div class="ask-alerts"><p>Tell you when it is your turn?</p><div class="buttons">
    ${Qe.filter(({works:e})=>e).map(({name:t,label:n})=>A`<button type="button" class="option" key=${t} onClick=${()=>e(t)}>${n}</button>`)}
    <button type="button" class="quiet-button" onClick=${()=>S(`asked`,!0)}>No</button></div></div>`},lt=async()=>{let e=`/v1/sessions/${T.value.id}/nudges`,{status:t,body:n}=await m(e,{method:`POST`,token:a.token,body:{}});i.value=t===200?`${ae.value}: reminded`:n?.detail??`No answer from the service. Try again.`},ut=()=>M.value&&!e.value&&Te.value>=3&&A`<button type="button" class="quiet-button" onClick=${lt}>
    <${P} name="hand" /> Nudge ${ae.value}</button>`,dt=({label:e,on:t,onSet:n,disabled:r})=>A`<label class="tick"><input type="checkbox" role="switch" checked=${t} disabled=${r}
  onChange=${e=>n(e.target.checked)} /> ${e}</label>`,ft=({mayStayAwake:e})=>A`<fieldset class="nested"><legend>On this device</legend>
  ${F.value.role===`seat`&&Qe.map(({name:e,label:t,works:n})=>A`<${dt} key=${e} label=${`${t} on my turn`} disabled=${!n}
    on=${n&&!!u.value[e]} onSet=${t=>rt(e,t)} />`)}
  <${dt} label="Keep the screen on" disabled=${!e} on=${e&&u.value.awake!==!1} onSet=${e=>S(`awake`,e)} />
  ${!window.isSecureContext&&A`<p class="quiet">Over plain HTTP, a page cannot keep the screen on or send notifications. Use your phone's settings.</p>`}
</fieldset>`,pt=()=>F.value.role===`seat`?F.value.seat:null,mt=()=>x.value.zones.find(({of:e,cards:t})=>e&&e===pt()&&t?.length),ht=()=>mt()||x.value.seats.some(({seat:e,cards:t})=>e===pt()&&t?.length),gt=()=>{let e=mt();(e?document.getElementById(`zone-${e.id}`):document.querySelector(`.board > .mat`))?.scrollIntoView({block:`start`})},_t=()=>A`
  <p class="meanwhile">
    ${ht()&&A`<button type="button" class="quiet-button" onClick=${gt}><${P} name="gallery-horizontal-end" /> My cards</button>`}
    <a class="quiet-button" href=${`/rules/${T.value.game}`} target="_blank" rel="noopener"><${P} name="scale" /> Rulebook</a>
    <a class="quiet-button" href="#log"><${P} name="list" /> Log</a>
    <${ut} />
  </p>
  <${ct} />`,vt={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},yt=e=>{let[t,n]=e.split(`:`);return t===`seat`&&s(n)?.label||vt[t]||e},bt=({item:e})=>A`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${yt(e.holder)}</span></p>
    ${!ke(e)&&A`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>Oe(e)}>Discard it</button>
    </div></li>`,xt=()=>{let e=h.value,t=[...new Set(e.filter(ke).map(e=>e.holder))],n=e=>{ee(e),L()};return A`<${j} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>A`<${bt} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>A`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${yt(e)}</button>`)}</div>
    ${!e.length&&A`<p role="status">Nothing left.</p>`}
  </${j}>`},q=Symbol(`missing`),St=[`string`,`integer`],J=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),Ct=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},Y=(e,t,n)=>{let r=Ct(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...Y(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>St.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:Y(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=Y(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},wt=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:Y(n,e.parts,r),needed:i,usual:n.default}}),Tt=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,Ct({$ref:n},t.schemas).title])),Et=(e,t)=>Y({$ref:e.of[t]},e.parts),Dt=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of wt(e,n)){let e=X(a,t[i]);if(o||e!==q&&t[i]!==void 0){if(e===q)return q;r[i]=e}}return r},Ot=(e,t)=>e.includes(q)?q:t(e),kt=e=>{try{return JSON.parse(e)}catch{return q}},At={choice:(e,t)=>e.values.find(e=>String(e)===t)??q,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:q,flag:(e,t)=>t,json:(e,t)=>kt(t),list:(e,t)=>Ot(t.map(t=>X(e.of,t)),e=>e),map:(e,t)=>Ot(t.flatMap(([t,n])=>[t||q,X(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,X(e.of,n)]))),members:Dt,one:(e,t)=>{if(!t.kind)return q;let n=Dt(Et(e,t.kind),t.members,[e.tag]);return n===q?q:{[e.tag]:t.kind,...n}}},jt={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},Mt=e=>jt[e.kind]?.(e)??``,X=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??Mt(e);return n===``?q:At[e.kind](e,n)},Nt=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>A`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>A`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,Pt=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(Tt(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),Ft=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,It=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>A`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,Lt=e=>{let t=e.shape.names?Pt(e.shape.names,e.told):[];return t.length?A`<${Nt} ...${e} options=${t} none=${Ft(e)} />`:A`<${It} ...${e} />`},Rt=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>A`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,zt=({label:e,draft:t,onDraft:n})=>A`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,Bt=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return A`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>A`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${P} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${P} name="plus" /> Add</button>
  ${t.empty&&!o.length&&A`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},Vt=({label:e,shape:t,told:n,draft:r,onDraft:i})=>A`<${Bt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>Mt(t.of)}
  row=${(e,r,i)=>A`<${qt} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,Ht=({label:e,shape:t,told:n,draft:r,onDraft:i})=>A`<${Bt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,Mt(t.of)]}
  row=${([e,r],i,a)=>A`<${Lt} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${qt} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,Ut=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>A`<div class="members">
  ${wt(e,i).map(e=>A`<${qt} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,Wt=({label:e,...t})=>A`<fieldset class="nested"><legend>${e}</legend><${Ut} ...${t} /></fieldset>`,Gt=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??J(e)]),s=r.kind&&Et(t,r.kind);return A`<${Nt} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&A`${s.hint&&A`<p class="quiet hint">${s.hint}</p>`}
      <${Ut} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},Kt={choice:e=>A`<${Nt} ...${e} none=${Ft(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:Lt,number:({usual:e,...t})=>A`<${It} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:Rt,list:Vt,map:Ht,members:Wt,one:Gt,json:zt},qt=e=>A`<${Kt[e.shape.kind]} ...${e} />`,Jt=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],Yt=e=>typeof e==`object`&&e?Object.values(e).flatMap(Yt):[e],Xt=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??J(String(n)),Zt=(e,t,{[t]:n,...r})=>[e.labels[n]??J(n),...Yt(r).filter(e=>e!==null&&e!==!1).map(t=>Xt(e,t))].join(` · `),Qt=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=B(t),o={...e,labels:{...Tt(e.schemas.action),...e.labels}},s=Y(o.schemas.action.schema,o.schemas.action.components.schemas),c=X(s,{...i,members:{...i.members,...n}});return A`<${Gt} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...Jt,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===q}
      onClick=${()=>r(c,`${c.seat?`${Xt(o,c.seat)}: `:``}${Zt(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},$t=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=B(t),[s,c]=B(n),[l,u]=B(r),d={...e,labels:Tt(e.schemas.fact)},f=Y(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>X(f,e)),m=s.trim()&&!p.includes(q)&&!/^0|\D/.test(l);return A`${a.map((e,t)=>A`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${Gt} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&A`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${P} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${p.includes(q)} onClick=${()=>o([...a,{}])}>
      <${P} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>Zt(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},en=()=>Object.fromEntries(Object.entries(we.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),tn=({Form:e,...t})=>{let n=W.value,r=I.value===`live`;if(R(()=>{n||Ye()},[n,r]),!n)return A`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:x.value.seats,labels:e===Qt?en():{}};return A`<${e} told=${i} ...${t} />`},nn=e=>A`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${tn} Form=${$t} ...${e} />`,rn=({draft:e,...t})=>{let{role:n,seat:r}=F.value;return A`<${tn} Form=${Qt} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:de.value?{seat:de.value}:{}}} ...${t} />`},an=()=>A`<${j} title="Correct the table"><${nn} onSend=${(e,t,n)=>{z(`corrections`,e,t,n),L()}} /></${j}>`,on=()=>A`<${j} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${rn} onSend=${(e,t,n)=>{z(`actions`,e,t,n),L()}} />
  </${j}>`,sn=()=>De().map(oe).filter(Boolean).slice(0,50),cn=e=>({"Tablelog-Tokens":e.join(`, `)}),ln=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&se(n.split(`,`).map(t=>e[t-1]))},un=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await m(`/v1/people`,{headers:cn(e)});return ln(e,r),t===200?n.items:[]},dn=async()=>{let e=new Map;for(let{player:t,name:n}of await un(sn()))t&&n&&!e.has(n)&&e.set(n,t);return e},Z=new Map,fn=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return Z.has(i)||Z.set(i,o()),Z.get(i)},pn=(e,t,n)=>{let{players:r={},labels:i={}}=T.value;return d(r,t)&&d(i,t)===n?r[t]:fn(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},mn=({seat:e,coming:t})=>{let[n,r]=B(d(T.value.labels,e.seat)??``),[i,o]=B(``),s=`/v1/sessions/${T.value.id}/people/${e.seat}`;return A`<li><${ne} seat=${e.seat} />
    <label class="field">${e.label}<input value=${n} maxlength="80" list="known" autocomplete="off" onInput=${e=>r(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let r=n.trim(),i=await t,{status:c,body:l}=await m(s,{method:r?`PUT`:`DELETE`,token:a.token,body:r?{player:pn(i,e.seat,r),name:r}:void 0});o(c&&c<300?r?`Saved.`:`Erased.`:l?.detail??`No answer from the service. Try again.`)}}>${n.trim()?`Save`:`Erase`}</button>
    <span role="status">${i}</span></li>`},hn=()=>{let[e]=B(dn),[t,n]=B(new Map);R(()=>void e.then(n),[]);let r=x.value.seats.filter(e=>O.value||e.seat===F.value.seat);return A`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>A`<${mn} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>A`<option key=${e} value=${e} />`)}</datalist>`},gn=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],Q=({item:e})=>A`<p><b>${y(e)?`You tapped:`:`Tapped with the link for ${yt(e.holder)}:`}</b> ${e.says}</p>`,_n=()=>Ae.value.length?`Discard it and ${Ae.value.length} after it`:`Discard it`,vn=({item:e,missed:t})=>A`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Q} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>A`<li key=${e.number}>№ ${e.number} <${_e} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${ie}>${_n()}</button>
    <button type="button" class="primary" onClick=${()=>E()}>Record it now</button>
  </div>`,yn=({item:e,onBack:t})=>{let[n,r]=B(``);return A`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${Q} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${gn.map(e=>A`<button type="button" class="option" key=${e} aria-pressed=${n===e}
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>yt(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},St=()=>Object.fromEntries(Object.entries(te.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),Ct=({Form:e,...t})=>{let n=W.value,r=u.value===`live`;if(z(()=>{n||Be()},[n,r]),!n)return I`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:S.value.seats,labels:e===bt?St():{}};return I`<${e} told=${i} ...${t} />`},wt=e=>I`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${Ct} Form=${xt} ...${e} />`,Tt=({draft:e,...t})=>{let{role:n,seat:r}=_.value;return I`<${Ct} Form=${bt} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:se.value?{seat:se.value}:{}}} ...${t} />`},Et=()=>I`<${P} title="Correct the table"><${wt} onSend=${(e,t,n)=>{B(`corrections`,e,t,n),k()}} /></${P}>`,Dt=()=>I`<${P} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${Tt} onSend=${(e,t,n)=>{B(`actions`,e,t,n),k()}} />
  </${P}>`,Ot=()=>ye().map(e).filter(Boolean).slice(0,50),kt=e=>({"Tablelog-Tokens":e.join(`, `)}),At=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&fe(n.split(`,`).map(t=>e[t-1]))},jt=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await p(`/v1/people`,{headers:kt(e)});return At(e,r),t===200?n.items:[]},Mt=async()=>{let e=new Map;for(let{player:t,name:n}of await jt(Ot()))t&&n&&!e.has(n)&&e.set(n,t);return e},Nt=new Map,Pt=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return Nt.has(i)||Nt.set(i,g()),Nt.get(i)},Ft=(e,t,n)=>{let{players:r={},labels:i={}}=w.value;return j(r,t)&&j(i,t)===n?r[t]:Pt(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},It=({seat:e,coming:t})=>{let[n,r]=A(j(w.value.labels,e.seat)??``),[i,o]=A(``),s=`/v1/sessions/${w.value.id}/people/${e.seat}`;return I`<li><${re} seat=${e.seat} />
    <label class="field">${e.label}<input value=${n} maxlength="80" list="known" autocomplete="off" onInput=${e=>r(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let r=n.trim(),i=await t,{status:c,body:l}=await p(s,{method:r?`PUT`:`DELETE`,token:a.token,body:r?{player:Ft(i,e.seat,r),name:r}:void 0});o(c&&c<300?r?`Saved.`:`Erased.`:l?.detail??`No answer from the service. Try again.`)}}>${n.trim()?`Save`:`Erase`}</button>
    <span role="status">${i}</span></li>`},Lt=()=>{let[e]=A(Mt),[t,n]=A(new Map);z(()=>void e.then(n),[]);let r=S.value.seats.filter(e=>L.value||e.seat===_.value.seat);return I`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>I`<${It} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>I`<option key=${e} value=${e} />`)}</datalist>`},Rt=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],Q=({item:e})=>I`<p><b>${b(e)?`You tapped:`:`Tapped with the link for ${K(e.holder)}:`}</b> ${e.says}</p>`,zt=()=>Se.value.length?`Discard it and ${Se.value.length} after it`:`Discard it`,Bt=({item:e,missed:t})=>I`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Q} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>I`<li key=${e.number}>№ ${e.number} <${ge} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${T}>${zt()}</button>
    <button type="button" class="primary" onClick=${()=>O()}>Record it now</button>
  </div>`,Vt=({item:e,onBack:t})=>{let[n,r]=A(``);return I`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${Q} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${Rt.map(e=>I`<button type="button" class="option" key=${e} aria-pressed=${n===e}
import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as ee,S as v,T as te,U as ne,V as y,W as b,X as re,Y as x,Z as ie,_ as ae,a as S,at as oe,b as se,c as C,ct as w,d as ce,dt as le,et as ue,f as T,ft as E,g as de,h as D,i as fe,it as pe,j as me,k as he,l as ge,lt as _e,m as ve,n as O,nt as k,o as A,ot as j,p as ye,pt as M,q as N,r as be,rt as xe,s as Se,st as P,t as Ce,tt as we,u as F,ut as Te,v as I,w as L,x as Ee,y as R,z as De}from"./table.js";const Oe=`seat:`,ke=(e=``)=>e.startsWith(Oe)?[e.slice(5)]:[],Ae=e=>{let{mine:t,tokens:n={},use:r}=k(e)??{};return t??(n.owner?ke(r):Object.keys(n).flatMap(ke))},je=(e,t,n={},r={})=>{let i=[...new Set([...Ae(e),t])];we(e,n,{...r,mine:i,use:Oe+t})},Me=async(e,n)=>{let r=`${n}’s phone can see everything from here on.`,{status:i,body:a}=await t(`/v1/sessions/${e}/notes`,{method:`POST`,token:k(e).tokens.owner,body:{text:r,action_id:p()}});return i===201?(we(e,{},{use:`owner`}),``):a?.detail??`No answer from the service. Try again.`},Ne=()=>{let[n,r]=M([]),[i,a]=M(``),o=_.value.id,s=async()=>{let{status:e,body:n}=await t(`/v1/sessions/${o}/live-table`);r(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};E(()=>void(_.value.sandbox&&s()),[]);let l=async e=>{let{status:n,body:r}=await t(`/v1/sessions/${o}/seats/${e}/claim`,{method:`POST`});if(n!==201)return a(r?.detail??`No answer from the service. Try again.`),s();je(o,e,r.tokens),location.reload()};return e.value.role===`guest`?w`<p class="buttons"><a class="primary" href=${`/t/${o}/who`}>Who are you?</a></p>`:n.length>0&&w`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${n.map(({seat:e})=>w`<button type="button" class="option" key=${e} data-key onClick=${()=>l(e)}>
      <${P} name="hand" /> <b>Play ${c(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${i}</p>`},Pe=e=>new Promise(t=>setTimeout(t,e*1e3)),Fe=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:me(he)});for(;n.status===202;){await Pe(m(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:me(he)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:me(he)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},Ie=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Fe(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},z=Te(``),Le=e=>`digests:${e}`,Re=e=>{try{return JSON.parse(localStorage.getItem(Le(e)))??{}}catch{return{}}},B=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),ze=(e,t)=>{let n=B(t).slice(-24);try{localStorage.setItem(Le(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Be=e=>{if(z.value===e)return;z.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},Ve=e=>Be(`The log has changed since this phone last saw it: entry ${e} was different.`),He=async(e,n)=>{let{status:r,body:i}=await t(`/v1/sessions/${e}/entries?from=${n}&to=${n}`,{token:L.token});if(r!==200)throw Error(String(r));return i.items[0].digest},Ue=async({id:e,version:t},n)=>{let r=B(n),i=r.at(-1),a=async t=>(await He(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return z.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?Ve(o[s]):Be(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},We=()=>{let e=null,t=!1,n=async n=>{let r=Re(n.id);if(e===null&&B(r).length&&(t=!0,e=await Ue(n,r).catch(()=>null),t=!1),e===!1||e===null&&B(r).length)return;e=!0;let{id:i,version:a,digest:o}=_.value,s=o.slice(0,24);B(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await Ue(_.value,r).catch(()=>Ve(a))):ze(i,{...r,[a]:s})};le(()=>{let e=_.value;e?.digest&&!t&&n(e)})},V=()=>k(L.session)?.tokens.owner,Ge=_e(()=>N.value||!!(_.value&&V())),Ke=()=>N.value?{}:{holder:`owner`},qe=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),Je=({currentTarget:e})=>Ie(e,e.nextElementSibling,oe(_.value.id)),Ye=()=>{let e=new Map(_.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...ie.value].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),{closed:i,digest:a,game:o,id:s}=_.value,c=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:_.value.standing.finished?`Nobody wins`:`The session is over`;return w`<div class="finished">
    <header><h2 tabindex="-1" data-head><${P} name="trophy" /> ${c}</h2></header>
    <ol class="result">${n.map(e=>w`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${y} seat=${e.seat} />
      <b>${e.label}</b> ${e.role&&e.role!==e.label&&w`<small>${e.role}</small>`} <span class="score">${e.score??``}</span> <small>${qe(e)}</small></li>`)}</ol>
import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as v,S as y,T as ee,U as te,V as b,W as x,X as ne,Y as S,Z as re,_ as ie,a as C,at as ae,b as oe,c as w,ct as T,d as se,dt as ce,et as le,f as E,ft as D,g as ue,h as de,i as fe,it as pe,j as me,k as he,l as ge,lt as _e,m as ve,n as O,nt as k,o as A,ot as j,p as ye,pt as M,q as be,r as xe,rt as Se,s as Ce,st as N,t as we,tt as Te,u as P,ut as Ee,v as F,w as I,x as De,y as L,z as Oe}from"./table.js";const ke=`seat:`,Ae=(e=``)=>e.startsWith(ke)?[e.slice(5)]:[],je=e=>{let{mine:t,tokens:n={},use:r}=k(e)??{};return t??(n.owner?Ae(r):Object.keys(n).flatMap(Ae))},Me=(e,t,n={},r={})=>{let i=[...new Set([...je(e),t])];Te(e,n,{...r,mine:i,use:ke+t})},Ne=async(e,n)=>{let r=`${n}’s phone can see everything from here on.`,{status:i,body:a}=await t(`/v1/sessions/${e}/notes`,{method:`POST`,token:k(e).tokens.owner,body:{text:r,action_id:p()}});return i===201?(Te(e,{},{use:`owner`}),``):a?.detail??`No answer from the service. Try again.`},Pe=()=>{let[n,r]=M([]),[i,a]=M(``),o=_.value.id,s=async()=>{let{status:e,body:n}=await t(`/v1/sessions/${o}/live-table`);r(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};D(()=>void(_.value.sandbox&&s()),[]);let l=async e=>{let{status:n,body:r}=await t(`/v1/sessions/${o}/seats/${e}/claim`,{method:`POST`});if(n!==201)return a(r?.detail??`No answer from the service. Try again.`),s();Me(o,e,r.tokens),location.reload()};return e.value.role===`guest`?T`<p class="buttons"><a class="primary" href=${`/t/${o}/who`}>Who are you?</a></p>`:n.length>0&&T`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${n.map(({seat:e})=>T`<button type="button" class="option" key=${e} data-key onClick=${()=>l(e)}>
      <${N} name="hand" /> <b>Play ${c(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${i}</p>`},Fe=e=>new Promise(t=>setTimeout(t,e*1e3)),Ie=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:me(he)});for(;n.status===202;){await Fe(m(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:me(he)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:me(he)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},Le=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Ie(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},R=Ee(``),Re=e=>`digests:${e}`,ze=e=>{try{return JSON.parse(localStorage.getItem(Re(e)))??{}}catch{return{}}},z=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),Be=(e,t)=>{let n=z(t).slice(-24);try{localStorage.setItem(Re(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Ve=e=>{if(R.value===e)return;R.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},He=e=>Ve(`The log has changed since this phone last saw it: entry ${e} was different.`),Ue=async(e,n)=>{let{status:r,body:i}=await t(`/v1/sessions/${e}/entries?from=${n}&to=${n}`,{token:I.token});if(r!==200)throw Error(String(r));return i.items[0].digest},We=async({id:e,version:t},n)=>{let r=z(n),i=r.at(-1),a=async t=>(await Ue(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return R.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?He(o[s]):Ve(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},Ge=()=>{let e=null,t=!1,n=async n=>{let r=ze(n.id);if(e===null&&z(r).length&&(t=!0,e=await We(n,r).catch(()=>null),t=!1),e===!1||e===null&&z(r).length)return;e=!0;let{id:i,version:a,digest:o}=_.value,s=o.slice(0,24);z(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await We(_.value,r).catch(()=>He(a))):Be(i,{...r,[a]:s})};ce(()=>{let e=_.value;e?.digest&&!t&&n(e)})},B=()=>k(I.session)?.tokens.owner,Ke=_e(()=>be.value||!!(_.value&&B())),qe=()=>be.value?{}:{holder:`owner`},Je=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),Ye=({currentTarget:e})=>Le(e,e.nextElementSibling,ae(_.value.id)),Xe=()=>{let e=new Map(_.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...re.value].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),i=n.filter(({seat:e})=>je(_.value.id).includes(e)),{closed:a,digest:o,game:s,id:c}=_.value,l=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:_.value.standing.finished?`Nobody wins`:`The session is over`;return T`<div class="finished">
    <header><h2 tabindex="-1" data-head><${N} name="trophy" /> ${l}</h2></header>
    <ol class="result">${n.map(e=>T`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${b} seat=${e.seat} />
      <b>${e.label}</b> ${e.role&&e.role!==e.label&&T`<small>${e.role}</small>`} <span class="score">${e.score??``}</span> <small>${Je(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${Ke.value&&!a&&T`<button type="button" class="option" onClick=${()=>ge(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${s}?again=${c}`}>Play again</a>
    </div>
    ${i.length>0&&T`<p class="buttons">${i.map(e=>T`<a class="option" key=${e.seat} href=${`/t/${c}/replay?at=1&as=${e.seat}`}><${N} name="eye" /> Replay as ${i.length>1?e.label:`I`} saw it</a>`)}</p>`}
    <p><button type="button" class="option" data-file=${`/v1/sessions/${c}/proof`} data-name=${`${c}.proof.json`} onClick=${Ye}>Proof file</button>
      <span role="status"></span></p>
    ${R.value&&T`<p class="quiet">${R.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${o}</code></p>
  </div>`},V=Ee(null);let H=!1;const Ze=async(e,n,r)=>{let i=r?.tag?{"If-None-Match":r.tag}:{},{status:a,body:o,headers:s}=await t(e,{token:n,headers:i});return a===200?{body:o,tag:s.get(`ETag`)}:r},Qe=async()=>{if(H||V.value||!_.value)return;H=!0;let{id:e,game:t,component_set:n}=_.value,r=I.token,a=`forms:${e}`,o=await i(a).catch(()=>void 0);try{let e=await Ze(`/v1/games/${t}`,r,o?.rules),i=o?.names??await Ze(`/v1/component-sets/${n}/names`,r);if(e&&i){V.value={schemas:e.body.schemas,names:i.body.names};let{schemas:t}=e.body;await h(a,{rules:{tag:e.tag,body:{schemas:t}},names:i})}}catch{}H=!1},$e=Qe,et=()=>ce(()=>{u.value===`live`&&S.value&&!V.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(Qe),2e3)}),tt={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},U=e=>{let[t,n]=e.split(`:`);return t===`seat`&&c(n)?.label||tt[t]||e},nt=({item:e})=>T`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${U(e.holder)}</span></p>
    ${!y(e)&&T`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>ue(e)}>Discard it</button>
    </div></li>`,rt=()=>{let e=ee.value,t=[...new Set(e.filter(y).map(e=>e.holder))],n=e=>{oe(e),w()};return T`<${O} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>T`<${nt} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>T`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${U(e)}</button>`)}</div>
    ${!e.length&&T`<p role="status">Nothing left.</p>`}
  </${O}>`},W=Symbol(`missing`),it=[`string`,`integer`],G=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),at=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},K=(e,t,n)=>{let r=at(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...K(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>it.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:K(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=K(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},ot=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:K(n,e.parts,r),needed:i,usual:n.default}}),q=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,at({$ref:n},t.schemas).title])),st=(e,t)=>K({$ref:e.of[t]},e.parts),ct=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of ot(e,n)){let e=Y(a,t[i]);if(o||e!==W&&t[i]!==void 0){if(e===W)return W;r[i]=e}}return r},lt=(e,t)=>e.includes(W)?W:t(e),ut=e=>{try{return JSON.parse(e)}catch{return W}},dt={choice:(e,t)=>e.values.find(e=>String(e)===t)??W,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:W,flag:(e,t)=>t,json:(e,t)=>ut(t),list:(e,t)=>lt(t.map(t=>Y(e.of,t)),e=>e),map:(e,t)=>lt(t.flatMap(([t,n])=>[t||W,Y(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,Y(e.of,n)]))),members:ct,one:(e,t)=>{if(!t.kind)return W;let n=ct(st(e,t.kind),t.members,[e.tag]);return n===W?W:{[e.tag]:t.kind,...n}}},ft={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},J=e=>ft[e.kind]?.(e)??``,Y=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??J(e);return n===``?W:dt[e.kind](e,n)},pt=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>T`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>T`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,mt=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(q(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),ht=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,gt=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>T`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,_t=e=>{let t=e.shape.names?mt(e.shape.names,e.told):[];return t.length?T`<${pt} ...${e} options=${t} none=${ht(e)} />`:T`<${gt} ...${e} />`},vt=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>T`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,yt=({label:e,draft:t,onDraft:n})=>T`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,bt=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return T`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>T`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${N} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${N} name="plus" /> Add</button>
  ${t.empty&&!o.length&&T`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},xt=({label:e,shape:t,told:n,draft:r,onDraft:i})=>T`<${bt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>J(t.of)}
  row=${(e,r,i)=>T`<${Dt} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,St=({label:e,shape:t,told:n,draft:r,onDraft:i})=>T`<${bt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,J(t.of)]}
  row=${([e,r],i,a)=>T`<${_t} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${Dt} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,Ct=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>T`<div class="members">
  ${ot(e,i).map(e=>T`<${Dt} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,wt=({label:e,...t})=>T`<fieldset class="nested"><legend>${e}</legend><${Ct} ...${t} /></fieldset>`,Tt=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??G(e)]),s=r.kind&&st(t,r.kind);return T`<${pt} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&T`${s.hint&&T`<p class="quiet hint">${s.hint}</p>`}
      <${Ct} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},Et={choice:e=>T`<${pt} ...${e} none=${ht(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:_t,number:({usual:e,...t})=>T`<${gt} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:vt,list:xt,map:St,members:wt,one:Tt,json:yt},Dt=e=>T`<${Et[e.shape.kind]} ...${e} />`,Ot=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],kt=e=>typeof e==`object`&&e?Object.values(e).flatMap(kt):[e],At=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??G(String(n)),jt=(e,t,{[t]:n,...r})=>[e.labels[n]??G(n),...kt(r).filter(e=>e!==null&&e!==!1).map(t=>At(e,t))].join(` · `),Mt=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=M(t),o={...e,labels:{...q(e.schemas.action),...e.labels}},s=K(o.schemas.action.schema,o.schemas.action.components.schemas),c=Y(s,{...i,members:{...i.members,...n}});return T`<${Tt} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...Ot,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===W}
      onClick=${()=>r(c,`${c.seat?`${At(o,c.seat)}: `:``}${jt(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},Nt=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=M(t),[s,c]=M(n),[l,u]=M(r),d={...e,labels:q(e.schemas.fact)},f=K(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>Y(f,e)),m=s.trim()&&!p.includes(W)&&!/^0|\D/.test(l);return T`${a.map((e,t)=>T`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${Tt} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&T`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${N} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${p.includes(W)} onClick=${()=>o([...a,{}])}>
      <${N} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>jt(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},Pt=()=>Object.fromEntries(Object.entries(ne.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),Ft=({Form:e,...t})=>{let n=V.value,r=u.value===`live`;if(D(()=>{n||$e()},[n,r]),!n)return T`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:x.value.seats,labels:e===Mt?Pt():{}};return T`<${e} told=${i} ...${t} />`},It=e=>T`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${Ft} Form=${Nt} ...${e} />`,Lt=({draft:t,...n})=>{let{role:r,seat:i}=e.value;return T`<${Ft} Form=${Mt} fixed=${r===`seat`?{seat:i}:{}} draft=${t??{members:ye.value?{seat:ye.value}:{}}} ...${n} />`},Rt=()=>T`<${O} title="Correct the table"><${It} onSend=${(e,t,n)=>{L(`corrections`,e,t,n,qe()),w()}} /></${O}>`,zt=()=>T`<${O} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${Lt} onSend=${(e,t,n)=>{L(`actions`,e,t,n),w()}} />
  </${O}>`,X=({name:e,icon:t,children:n})=>T`<button type="button" class="option" data-key onClick=${()=>ge(e)}><${N} name=${t} /> ${n}</button>`,Bt=()=>{let t=Ke.value&&!_.value.closed;return T`<${O} title="More">
  <div class="grid">
    ${S.value&&T`<${X} name="note" icon="message-square">Write a note</${X}>`}
    ${S.value&&T`<${X} name="people" icon="users">Who sits where</${X}>`}
    ${k(_.value.id)&&T`<a class="option" href=${`/t/${_.value.id}/who`}><${N} name="hand" /> Who is this phone?</a>`}
    <${X} name="keys" icon="circle-question-mark">Keys</${X}>
    ${B()&&T`<a class="option" href=${`/t/${_.value.id}/links`}><${N} name="qr-code" /> Links and QR codes</a>`}
    ${t&&T`<${X} name="correct" icon="pencil">Correct the table…</${X}>`}
    ${t&&T`<${X} name="close" icon="x">Close the session</${X}>`}
    ${B()&&!e.value.sees_all&&T`<${X} name="all" icon="eye">See everything…</${X}>`}
    <a class="option" href="/"><${N} name="house" /> Home</a>
  </div>
  ${!te&&T`<p>Over plain HTTP, the page cannot keep the screen on. Use your phone's settings.</p>`}
  ${_.value.invented.length>0&&T`<details><summary>About this box: it is made up, not the published one</summary>
    <ul>${_.value.invented.map(e=>T`<li key=${e}>${e}</li>`)}</ul></details>`}
</${O}>`},Vt=()=>{let[e,t]=M(``),{id:n}=_.value,[r=``]=je(n),i=x.value.seats.find(e=>e.seat===r)?.label??`The owner`;return T`<${O} title="See everything?">
    <p>You would see every hand and everything else that is hidden. A note in the log tells the table.</p>
    <p role="alert">${e}</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${async()=>{let e=await Ne(n,i);e?t(e):location.reload()}}>See everything</button></div>
  </${O}>`},Ht=()=>Se().map(le).filter(Boolean).slice(0,50),Ut=e=>({"Tablelog-Tokens":e.join(`, `)}),Wt=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&pe(n.split(`,`).map(t=>e[t-1]))},Gt=async e=>{if(!e.length)return[];let{status:n,body:r,headers:i}=await t(`/v1/people`,{headers:Ut(e)});return Wt(e,i),n===200?r.items:[]},Kt=async()=>{let e=new Map;for(let{player:t,name:n}of await Gt(Ht()))t&&n&&!e.has(n)&&e.set(n,t);return e},qt=new Map,Jt=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return qt.has(i)||qt.set(i,p()),qt.get(i)},Yt=(e,t,n)=>{let{players:r={},labels:i={}}=_.value;return j(r,t)&&j(i,t)===n?r[t]:Jt(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},Xt=({seat:e,coming:n})=>{let[r,i]=M(j(_.value.labels,e.seat)??``),[a,o]=M(``),s=`/v1/sessions/${_.value.id}/people/${e.seat}`;return T`<li><${b} seat=${e.seat} />
    <label class="field">${e.label}<input value=${r} maxlength="80" list="known" autocomplete="off" onInput=${e=>i(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let i=r.trim(),a=await n,{status:c,body:l}=await t(s,{method:i?`PUT`:`DELETE`,token:B()??I.token,body:i?{player:Yt(a,e.seat,i),name:i}:void 0});o(c&&c<300?i?`Saved.`:`Erased.`:l?.detail??`No answer from the service. Try again.`)}}>${r.trim()?`Save`:`Erase`}</button>
    <span role="status">${a}</span></li>`},Zt=()=>{let[t]=M(Kt),[n,r]=M(new Map);D(()=>void t.then(r),[]);let i=x.value.seats.filter(t=>Ke.value||t.seat===e.value.seat);return T`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${i.map(e=>T`<${Xt} key=${e.seat} seat=${e} coming=${t} />`)}</ul>
    <datalist id="known">${[...n.keys()].map(e=>T`<option key=${e} value=${e} />`)}</datalist>`},Qt=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],Z=({item:e})=>T`<p><b>${r(e)?`You tapped:`:`Tapped with the link for ${U(e.holder)}:`}</b> ${e.says}</p>`,$t=()=>ie.value.length?`Discard it and ${ie.value.length} after it`:`Discard it`,en=({item:e,missed:t})=>T`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Z} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>T`<li key=${e.number}>№ ${e.number} <${Ce} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${de}>${$t()}</button>
    <button type="button" class="primary" onClick=${()=>F()}>Record it now</button>
  </div>`,tn=({item:e,onBack:t})=>{let[n,r]=M(``);return T`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${Z} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${Qt.map(e=>T`<button type="button" class="option" key=${e} aria-pressed=${n===e}
      onClick=${()=>r(e)}>${e}</button>`)}</div>
    <label class="field">Why? <input value=${n} maxlength="200" onInput=${e=>r(e.target.value)} /></label>
    <div class="buttons">
      <button type="button" class="option" onClick=${t}>Back</button>
      <button type="button" class="primary warn" disabled=${!n.trim()}
        onClick=${()=>E({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},Yt=({item:e,facts:t,onBack:n})=>{let r=t?jt:Mt,i=t?`corrections`:`actions`;return M`
        onClick=${()=>w({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},dn=({item:e,facts:t,onBack:n})=>{let r=t?nn:rn,i=t?`corrections`:`actions`;return x`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${X} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>E({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},Xt=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},Zt=({item:e,problem:t})=>{let[{path:n,domain:i,words:a}]=t.outcomes,[o,...s]=n.split(`/`),c=Xt(i),u=t=>E({body:r(e.body,n,t)});return M`
    <h2 tabindex="-1" data-head>${a.asks} ${s.map(e=>isNaN(e)?l(f(a,`[]`),e):+e+1).join(` `)}</h2>
    <${Z} item=${e} />
    <div class="buttons">
      ${c!==void 0&&M`<button type="button" class="option" onClick=${()=>u(Array(i.most).fill(c))}>All ${l(a,c).toLowerCase()}</button>`}
      ${!(o in e.body)&&M`<button type="button" class="option" onClick=${()=>E({body:{...e.body,chance:`drawn`}})}>Draw randomly</button>`}
    </div>
    <${ve} key=${n} domain=${i} words=${a} allows=${e=>v(i,e)} answer=${u} />
    <div class="buttons">
      <button type="button" class="option" onClick=${w}>${Kt()}</button>
    </div>`},Qt=({item:e,problem:t})=>{let[n,r]=N(null),i=()=>r(null);if(n===`anyway`)return M`<${Jt} item=${e} onBack=${i} />`;if(n)return M`<${Yt} item=${e} facts=${n===`facts`} onBack=${i} />`;let a=S.value&&b(e),o=a&&e.path===`actions`&&t.status===409&&!t.rule,s=se.value.map(e=>e.words.label).join(`, `),c=a&&e.path===`actions`&&t.rule&&!e.body.against_rules;return M`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Z} item=${e} />
    ${t.stuck?M`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>M`<li key=${e}>${e}</li>`)}</ul>`:M`<p>${t.rule&&M`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&M`<blockquote>${t.rule_text}</blockquote>`}
    ${s&&M`<p><b>You can:</b> ${s}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${w}>${Kt()}</button>
      ${!t.rule&&!t.stuck&&M`<button type="button" class="option" onClick=${()=>E(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${c&&M`<button type="button" class="option" onClick=${()=>r(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&M`<button type="button" class="option warn" onClick=${()=>E({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&M`<button type="button" class="option" onClick=${()=>r(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${o&&M`<button type="button" class="option" onClick=${()=>r(`facts`)}>Record it as a correction</button>`}
    </div>`},$t=()=>{let{kind:e,...t}=h.value;return t.problem?.outcomes?M`<div class="sheet"><${Zt} ...${t} /></div>`:M`<div class="sheet trouble" role="alert">
    <${e===`conflict`?qt:Qt} ...${t} />
  </div>`},en=()=>M`<${P} title="More">
  <div class="grid">
    ${_.value&&M`<button type="button" class="option" data-key onClick=${()=>O(`note`)}><${D} name="message-square" /> Write a note</button>`}
    ${R.value.role===`owner`&&M`<a class="option" href=${`/t/${k.value.id}/links`}><${D} name="qr-code" /> Links and QR codes</a>`}
    ${_.value&&M`<button type="button" class="option" data-key onClick=${()=>O(`people`)}><${D} name="users" /> Who sits where</button>`}
    ${S.value&&!k.value.closed&&M`<button type="button" class="option" data-key onClick=${()=>O(`correct`)}><${D} name="pencil" /> Correct the table…</button>`}
    <button type="button" class="option" data-key onClick=${()=>O(`keys`)}><${D} name="circle-question-mark" /> Keys</button>
    ${S.value&&!k.value.closed&&M`<button type="button" class="option" data-key onClick=${()=>O(`close`)}><${D} name="x" /> Close the session</button>`}
    <a class="option" href="/"><${D} name="house" /> Home</a>
  </div>
  ${!s&&M`<p>Over plain HTTP, the page cannot keep the screen on. Use your phone's settings.</p>`}
  ${k.value.invented.length>0&&M`<details><summary>${k.value.invented.length} parts of this edition are placeholders, not the published cards</summary>
    <ul>${k.value.invented.map(e=>M`<li key=${e}>${e}</li>`)}</ul></details>`}
</${P}>`,tn=()=>{let[e,t]=N(``);return M`<${P} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=C.value===`live`?{}:{moved_at:new Date().toISOString()};B(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),z()}}>Save note</button></div>
  </${P}>`},nn=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,rn=()=>{let[e,t]=N(``),[n,r]=N(A.value.entries?A.value:null),[i,o]=N(``),{to:s}=A.value;if(I(()=>{if(n)return;let{id:e,version:t}=k.value,i={"If-Match":`"${t}"`};p(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:a.token,body:{to:s},headers:i}).then(({status:e,body:t})=>e===200?r(t.takes):o(t?.detail??`No answer from the service. Try again.`))},[]),!n)return M`<${P} title="Undo?"><p role="status">${i||`A moment…`}</p></${P}>`;let{count:c,entries:l,needs_reason:u,redo:d,splits:f}=n;return M`<${P} title=${d?`Redo?`:`Undo?`}>
    <p>${d?`Redoes`:`Undoes`} ${c>1?`${c} entries`:`one entry`}:</p>
    <ul class="goes">${l.map(({number:e,says:t})=>M`<li key=${e}>№ ${e} <${fe} runs=${t} /></li>`)}
      ${c>l.length&&M`<li>and ${c-l.length} earlier</li>`}</ul>
    ${f&&M`<p>№ ${f} to № ${s}, the beginning of the same move, stay.</p>`}
    <p class="quiet">${d?``:`The log keeps the entries, struck through. Notes are unaffected.`}${u?` Give a reason: ${nn(n)}.`:``}</p>
    ${u&&M`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>t(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${u&&!e.trim()} onClick=${()=>{xe(n,e.trim()),z()}}>${d?`Redo`:`Undo`}</button></div>
  </${P}>`},an=()=>{let[e,t]=N(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=d.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{z(),ge(e)};return M`<${P} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>M`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${P}>`},on=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],sn={people:()=>M`<${P} title="Who sits where?"><${Wt} /></${P}>`,menu:en,note:tn,undo:rn,goto:an,keys:()=>M`<${P} title="Keys">
  <dl class="lines">${on.map(([e,t])=>M`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${P}>`,close:()=>M`<${P} title="Close the session?">
    <p>${u.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{B(`close`,{outcome:u.value?`finished`:`abandoned`},`Session closed`),z()}}>Close session</button></div>
  </${P}>`,correct:Nt,else:Pt,left:Xe},cn=()=>h.value?M`<${$t} />`:M`<${sn[A.value.kind]} />`,ln=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),un=Se(()=>{let e=_e.value.filter(ln);if(!_.value||k.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=R.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),dn=({number:e,kind:t,live:n},{least:r,most:i})=>n&&C.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,fn=e=>{location.hash=``,O(`undo`,{to:e})},pn=({of:e})=>{let t=dn(e,un.value);return t&&M`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>fn(t)}><${D} name="undo-2" /></button>`},mn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N([]),[o,s]=N(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let u=Object.keys(e.lots),d=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},f=new Map(u.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),p=i.length>=e.most;return M`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>M`<li key=${r}>${l(t,e)} for ${l(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!p&&M`<h3 class="part">${o===null?`Give`:`${l(t,o)} for`}</h3>
      <${F} values=${u} words=${t} onTake=${d} chosen=${f}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${T} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},hn=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),gn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N([]),o=e.values.filter(e=>!i.some(t=>c(t)===c(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);pe(o,s);let u=e.values.map((e,t)=>i[t]);return M`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${u.map((e,n)=>M`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:l(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&M`<${F} values=${o} words=${t} onTake=${s} />`}
    <${T} open=${!o.length&&r(hn(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n(hn(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${T}>`},_n=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>V(t)===V(e)),1);return n},vn=e=>[...new Map(e.map(e=>[V(e),e])).values()],yn=e=>e.length?vn(e).flatMap(t=>yn(_n(e,[t])).map(e=>[t,...e])):[[]],bn=({values:e},t)=>_n(e,Object.values(t).flatMap(Object.values)),xn=({of:e,values:t},n)=>{let r=bn({values:t},n),i=vn(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...yn(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},Sn=e=>e!==void 0,Cn=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,wn=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:vn(e)};return r<t.length?{kind:`optional`,of:i}:i},Tn=e=>{let t=Object.entries(e).map(([e,t])=>[e,ee(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},Q=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:o,parts:s,values:c}=e,[u,d]=N([]),p=s||c?{}:Tn(o),m=s??(c?o:Object.keys(o).filter(e=>!(Object.hasOwn(p,e)||Cn(o[e])))),h=u.length,g=e=>e.flat().filter(Sn),_=c?wn(_n(c,g(u)),e):s?.[h]??o[m[h]],y=e=>{let t=m.map((t,n)=>[t,e[n]]).filter(([,e])=>Sn(e));return s?g(e):{...p,...Object.fromEntries(t)}},b=e=>{let t=[...u,e];t.length<m.length?d(t):r(y(t))?n(y(t)):d([])},x=e=>v(_,e)&&(Sn(e)||h<m.length-1||r(y([...u,e]))),ee=Object.entries(p).map(([e,n])=>l(f(t,e),n));return M`${ee.length>0&&M`<p class="quiet">${ee.join(` · `)}</p>`}
    <h3 class="part">${s?`Part`:l(f(t,`[]`),m[h])}
      ${` `}<span class="quiet">${h+1} of ${m.length}${s&&g(u).map(e=>`, ${l(t,e)}`)}</span></h3>
    <${a} key=${h} domain=${_} words=${s||c?t:f(t,m[h])} answer=${b} allows=${x} seen=${i&&!c} />`},En=e=>Object.keys(e.keys??{}),$=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],Dn=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,f(t,e)])),On=e=>{let t=e.map($);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:En(n).filter(t=>!e.every(e=>En(e).includes(t))).join(`, `)||`${r+1}`})},kn=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=N([]),[s,c]=N(e.of.length===1&&e.least?e.of:[]),u=On(e.of),d=t=>c(e.of.filter((e,n)=>u[n]===t)),f=n=>{let r=u[e.of.findIndex(e=>v(e,n))],i=Dn(n,t),a=i.map(([e,t])=>l(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[l(t,r),...a]},[p]=s;return M`<ol class="rows">
      ${a.map((e,t)=>M`<li key=${t}>${f(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?M`<${F} values=${s.map($)} words=${t} onTake=${e=>c(s.filter(t=>$(t)===e))} />`:p?M`<${r} domain=${p} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>v(p,e)} />`:M`${a.length<e.most&&M`<${F} values=${[...new Set(u)]} words=${t} onTake=${d} />`}
          <${T} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},An={kind:`written`,longest:9999},jn=e=>{try{return JSON.parse(e)}catch{return e}},Mn=({Widget:e,...t})=>{let{hint:n,form:r=An}=t.domain;return M`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===An?jn(e):e)} allows=${e=>v(r,e)} />`},Nn=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&M`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return M`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>v(e.of,t)&&i(t)} />
    ${!a&&o}`},Pn=({domain:e,words:t,answer:n,Widget:r})=>M`
  ${e.chosen&&M`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>v(e.of,t)} seen />`,Fn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return M`<div class="stepper">
        onClick=${()=>O({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},Ht=({item:e,facts:t,onBack:n})=>{let r=t?wt:Tt,i=t?`corrections`:`actions`;return I`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${Q} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>O({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},Ut=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},Wt=({item:e,problem:t})=>{let[{path:n,domain:i,words:a}]=t.outcomes,[o,...s]=n.split(`/`),c=Ut(i),u=t=>O({body:r(e.body,n,t)});return I`
    <h2 tabindex="-1" data-head>${a.asks} ${s.map(e=>isNaN(e)?l(f(a,`[]`),e):+e+1).join(` `)}</h2>
    <${Q} item=${e} />
    <div class="buttons">
      ${c!==void 0&&I`<button type="button" class="option" onClick=${()=>u(Array(i.most).fill(c))}>All ${l(a,c).toLowerCase()}</button>`}
      ${!(o in e.body)&&I`<button type="button" class="option" onClick=${()=>O({body:{...e.body,chance:`drawn`}})}>Draw randomly</button>`}
    </div>
    <${me} key=${n} domain=${i} words=${a} allows=${e=>v(i,e)} answer=${u} />
    <div class="buttons">
      <button type="button" class="option" onClick=${T}>${zt()}</button>
    </div>`},Gt=({item:e,problem:t})=>{let[n,r]=A(null),i=()=>r(null);if(n===`anyway`)return I`<${Vt} item=${e} onBack=${i} />`;if(n)return I`<${Ht} item=${e} facts=${n===`facts`} onBack=${i} />`;let a=L.value&&b(e),o=a&&e.path===`actions`&&t.status===409&&!t.rule,s=oe.value.map(e=>e.words.label).join(`, `),c=a&&e.path===`actions`&&t.rule&&!e.body.against_rules;return I`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Q} item=${e} />
    ${t.stuck?I`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>I`<li key=${e}>${e}</li>`)}</ul>`:I`<p>${t.rule&&I`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&I`<blockquote>${t.rule_text}</blockquote>`}
    ${s&&I`<p><b>You can:</b> ${s}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${T}>${zt()}</button>
      ${!t.rule&&!t.stuck&&I`<button type="button" class="option" onClick=${()=>O(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${c&&I`<button type="button" class="option" onClick=${()=>r(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&I`<button type="button" class="option warn" onClick=${()=>O({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&I`<button type="button" class="option" onClick=${()=>r(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${o&&I`<button type="button" class="option" onClick=${()=>r(`facts`)}>Record it as a correction</button>`}
    </div>`},Kt=()=>{let{kind:e,...t}=h.value;return t.problem?.outcomes?I`<div class="sheet"><${Wt} ...${t} /></div>`:I`<div class="sheet trouble" role="alert">
    <${e===`conflict`?Bt:Gt} ...${t} />
  </div>`},qt=()=>I`<${P} title="More">
  <div class="grid">
    ${C.value&&I`<button type="button" class="option" data-key onClick=${()=>M(`note`)}><${D} name="message-square" /> Write a note</button>`}
    ${_.value.role===`owner`&&I`<a class="option" href=${`/t/${w.value.id}/links`}><${D} name="qr-code" /> Links and QR codes</a>`}
    ${C.value&&I`<button type="button" class="option" data-key onClick=${()=>M(`people`)}><${D} name="users" /> Who sits where</button>`}
    ${L.value&&!w.value.closed&&I`<button type="button" class="option" data-key onClick=${()=>M(`correct`)}><${D} name="pencil" /> Correct the table…</button>`}
    <button type="button" class="option" data-key onClick=${()=>M(`keys`)}><${D} name="circle-question-mark" /> Keys</button>
    ${L.value&&!w.value.closed&&I`<button type="button" class="option" data-key onClick=${()=>M(`close`)}><${D} name="x" /> Close the session</button>`}
    <a class="option" href="/"><${D} name="house" /> Home</a>
  </div>
  ${!ee&&I`<p>Over plain HTTP, the page cannot keep the screen on. Use your phone's settings.</p>`}
  ${w.value.invented.length>0&&I`<details><summary>${w.value.invented.length} parts of this edition are placeholders, not the published cards</summary>
    <ul>${w.value.invented.map(e=>I`<li key=${e}>${e}</li>`)}</ul></details>`}
</${P}>`,Jt=()=>{let[e,t]=A(``);return I`<${P} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=u.value===`live`?{}:{moved_at:new Date().toISOString()};B(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),k()}}>Save note</button></div>
  </${P}>`},Yt=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,Xt=()=>{let[e,t]=A(``),[n,r]=A(R.value.entries?R.value:null),[i,o]=A(``),{to:s}=R.value;if(z(()=>{if(n)return;let{id:e,version:t}=w.value,i={"If-Match":`"${t}"`};p(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:a.token,body:{to:s},headers:i}).then(({status:e,body:t})=>e===200?r(t.takes):o(t?.detail??`No answer from the service. Try again.`))},[]),!n)return I`<${P} title="Undo?"><p role="status">${i||`A moment…`}</p></${P}>`;let{count:c,entries:l,needs_reason:u,redo:d}=n;return I`<${P} title=${d?`Redo?`:`Undo?`}>
    <p>${d?`Redoes`:`Undoes`} ${c>1?`${c} entries`:`one entry`}:</p>
    <ul class="goes">${l.map(({number:e,says:t})=>I`<li key=${e}>№ ${e} <${ge} runs=${t} /></li>`)}
      ${c>l.length&&I`<li>and ${c-l.length} earlier</li>`}</ul>
    <p class="quiet">${d?``:`The log keeps the entries, struck through. Notes are unaffected.`}${u?` Give a reason: ${Yt(n)}.`:``}</p>
    ${u&&I`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>t(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${u&&!e.trim()} onClick=${()=>{ve(n,e.trim()),k()}}>${d?`Redo`:`Undo`}</button></div>
  </${P}>`},Zt=()=>{let[e,t]=A(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=S.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{k(),pe(e)};return I`<${P} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>I`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${P}>`},Qt=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],$t={people:()=>I`<${P} title="Who sits where?"><${Lt} /></${P}>`,menu:qt,note:Jt,undo:Xt,goto:Zt,keys:()=>I`<${P} title="Keys">
  <dl class="lines">${Qt.map(([e,t])=>I`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${P}>`,close:()=>I`<${P} title="Close the session?">
    <p>${d.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{B(`close`,{outcome:d.value?`finished`:`abandoned`},`Session closed`),k()}}>Close session</button></div>
  </${P}>`,correct:Et,else:Dt,left:We},en=()=>h.value?I`<${Kt} />`:I`<${$t[R.value.kind]} />`,tn=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),nn=_e(()=>{let e=s.value.filter(tn);if(!C.value||w.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=_.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),rn=({number:e,kind:t,live:n},{least:r,most:i})=>n&&u.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,an=e=>{location.hash=``,M(`undo`,{to:e})},on=({of:e})=>{let t=rn(e,nn.value);return t&&I`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>an(t)}><${D} name="undo-2" /></button>`},sn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=A([]),[o,s]=A(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let u=Object.keys(e.lots),d=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},f=new Map(u.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),p=i.length>=e.most;return I`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>I`<li key=${r}>${l(t,e)} for ${l(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!p&&I`<h3 class="part">${o===null?`Give`:`${l(t,o)} for`}</h3>
      <${F} values=${u} words=${t} onTake=${d} chosen=${f}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${E} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},cn=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),ln=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=A([]),o=e.values.filter(e=>!i.some(t=>c(t)===c(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);N(o,s);let u=e.values.map((e,t)=>i[t]);return I`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${u.map((e,n)=>I`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:l(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&I`<${F} values=${o} words=${t} onTake=${s} />`}
    <${E} open=${!o.length&&r(cn(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n(cn(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${E}>`},un=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>V(t)===V(e)),1);return n},dn=e=>[...new Map(e.map(e=>[V(e),e])).values()],fn=e=>e.length?dn(e).flatMap(t=>fn(un(e,[t])).map(e=>[t,...e])):[[]],pn=({values:e},t)=>un(e,Object.values(t).flatMap(Object.values)),mn=({of:e,values:t},n)=>{let r=pn({values:t},n),i=dn(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...fn(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},hn=e=>e!==void 0,gn=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,_n=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:dn(e)};return r<t.length?{kind:`optional`,of:i}:i},vn=e=>{let t=Object.entries(e).map(([e,t])=>[e,x(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:o,parts:s,values:c}=e,[u,d]=A([]),p=s||c?{}:vn(o),m=s??(c?o:Object.keys(o).filter(e=>!(Object.hasOwn(p,e)||gn(o[e])))),h=u.length,g=e=>e.flat().filter(hn),_=c?_n(un(c,g(u)),e):s?.[h]??o[m[h]],y=e=>{let t=m.map((t,n)=>[t,e[n]]).filter(([,e])=>hn(e));return s?g(e):{...p,...Object.fromEntries(t)}},b=e=>{let t=[...u,e];t.length<m.length?d(t):r(y(t))?n(y(t)):d([])},ee=e=>v(_,e)&&(hn(e)||h<m.length-1||r(y([...u,e]))),x=Object.entries(p).map(([e,n])=>l(f(t,e),n));return I`${x.length>0&&I`<p class="quiet">${x.join(` · `)}</p>`}
    <h3 class="part">${s?`Part`:l(f(t,`[]`),m[h])}
      ${` `}<span class="quiet">${h+1} of ${m.length}${s&&g(u).map(e=>`, ${l(t,e)}`)}</span></h3>
    <${a} key=${h} domain=${_} words=${s||c?t:f(t,m[h])} answer=${b} allows=${ee} seen=${i&&!c} />`},yn=e=>Object.keys(e.keys??{}),bn=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],xn=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,f(t,e)])),Sn=e=>{let t=e.map(bn);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:yn(n).filter(t=>!e.every(e=>yn(e).includes(t))).join(`, `)||`${r+1}`})},Cn=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=A([]),[s,c]=A(e.of.length===1&&e.least?e.of:[]),u=Sn(e.of),d=t=>c(e.of.filter((e,n)=>u[n]===t)),f=n=>{let r=u[e.of.findIndex(e=>v(e,n))],i=xn(n,t),a=i.map(([e,t])=>l(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[l(t,r),...a]},[p]=s;return I`<ol class="rows">
      ${a.map((e,t)=>I`<li key=${t}>${f(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?I`<${F} values=${s.map(bn)} words=${t} onTake=${e=>c(s.filter(t=>bn(t)===e))} />`:p?I`<${r} domain=${p} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>v(p,e)} />`:I`${a.length<e.most&&I`<${F} values=${[...new Set(u)]} words=${t} onTake=${d} />`}
          <${E} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},wn={kind:`written`,longest:9999},Tn=e=>{try{return JSON.parse(e)}catch{return e}},En=({Widget:e,...t})=>{let{hint:n,form:r=wn}=t.domain;return I`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===wn?Tn(e):e)} allows=${e=>v(r,e)} />`},Dn=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&I`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return I`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>v(e.of,t)&&i(t)} />
    ${!a&&o}`},On=({domain:e,words:t,answer:n,Widget:r})=>I`
  ${e.chosen&&I`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>v(e.of,t)} seen />`,kn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=A(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return I`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${D} name="minus" /></button>
      <output aria-live="polite">${l(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${D} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${T} open=${r(i)} onDone=${()=>n(i)} />`},In=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,Ln={assign:Q,dealt:Q,each:Q,exchanges:mn,gathered:Q,grid:gn,joined:Q,listed:kn,open:Mn,optional:Nn,outcome:Pn,range:Fn,several:({domain:e,words:t,answer:r,allows:i})=>{let[a,o]=N([]),s=e.most===1&&e.least===1,l=new Map([...n(e.values)].map(([e,t])=>[c(JSON.parse(e)),t])),u=[...new Map(e.values.map(e=>[c(e),e])).values()],d=new Map;a.forEach((t,n)=>{let r=c(t),i=(l.get(r)??1)>1,o=d.get(r);e.ordered?d.set(r,o?`${o}, ${n+1}`:`${n+1}`):d.set(r,i?`×${a.filter(e=>c(e)===r).length}`:`✓`)});let f=t=>{if(s)return r([t]);let n=c(t),i=a.filter(e=>c(e)===n).length;a.length<e.most&&i<(l.get(n)??1)?o([...a,t]):i&&o(a.filter(e=>c(e)!==n))};pe(u,f,d);let p=a.length>=e.most;return M`<${F} values=${u} words=${t} onTake=${f} chosen=${d}
      closed=${e=>!s&&p&&!d.has(c(e))} />
    ${!s&&M`<${T} open=${i(a)} says=${`${a.length} ${In(e)}`} onDone=${()=>r(a)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=N([{}]),o=i[0],s=({plan:t})=>bn(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${l(f(t.of[e],`[]`),r)}: `:``)+n.map(n=>l(t.of[e],n)).join(`, `);return M`${Object.entries(e.of).map(([n,{keys:r}])=>M`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${le} options=${xn(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${T} open=${r(o)} says=${`${bn(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${T}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=f(t,`[]`),[a,o]=N({}),s=Object.keys(e.limits),c=Object.values(a).reduce((e,t)=>e+t,0),u=(t,n)=>{let r=(L(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&c>=e.most)return;let{[t]:i,...s}=a;o(r?{...s,[t]:r}:s)};pe(s,e=>u(e,1));let d=e.least===e.most?`${c} of ${e.most}`:`${c} of ${e.least} to ${e.most}`;return M`<ul class="rows">
      ${s.map(t=>M`<li key=${t}>
        <span>${l(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${l(i,t)}: one fewer`} onClick=${()=>u(t,-1)}><${D} name="minus" /></button>
        <output>${L(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${l(i,t)}: one more`} onClick=${()=>u(t,1)}><${D} name="plus" /></button>
      </li>`)}
    </ul>
    <${T} open=${r(a)} says=${d} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=N(``);return M`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${T} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},Rn=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(Rn,5e3,e+`#`));We(),Rn(),setTimeout(Le,3e3);export{Ee as Bots,Be as Finished,qe as Move,cn as Sheet,pn as ToHere,Ln as widgets};
      onSend=${(e,t,n)=>w({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},fn=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},pn=({item:t,problem:n,onSay:r=e=>w({body:e}),onDrop:a=fe})=>{let[{path:o,domain:s,words:c}]=n.outcomes,[l,...u]=o.split(`/`),d=fn(s),f=Array.isArray(t.body)?t.body.at(-1):t.body,p=e=>r(i(t.body,t=>Be(t,o,e)));return x`
    <h2 tabindex="-1" data-head>${c.asks} ${u.map(e=>isNaN(e)?S(y(c,`[]`),e):+e+1).join(` `)}</h2>
    <${X} item=${t} />
    <div class="buttons">
      ${d!==void 0&&x`<button type="button" class="option" onClick=${()=>p(Array(s.most).fill(d))}>All ${S(c,d).toLowerCase()}</button>`}
      ${!(l in f)&&x`<button type="button" class="option" onClick=${()=>r(i(t.body,e=>({...e,chance:`drawn`})))}>Draw randomly</button>`}
    </div>
    <${Pe} key=${o} domain=${s} words=${c} allows=${t=>e(s,t)} answer=${p} />
    <div class="buttons">
      <button type="button" class="option" onClick=${a}>${cn()}</button>
    </div>`},mn=({item:e,problem:t})=>{let[n,r]=_(null),i=()=>r(null);if(n===`anyway`)return x`<${un} item=${e} onBack=${i} />`;if(n)return x`<${dn} item=${e} facts=${n===`facts`} onBack=${i} />`;let a=R.value&&Te(e),o=a&&e.path===`actions`&&t.status===409&&!t.rule,s=be.value.map(e=>e.words.label).join(`, `),c=a&&e.path===`actions`&&!e.turn&&t.rule&&!e.body.against_rules;return x`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${X} item=${e} />
    ${t.stuck?x`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>x`<li key=${e}>${e}</li>`)}</ul>`:x`<p>${t.rule&&x`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&x`<blockquote>${t.rule_text}</blockquote>`}
    ${s&&x`<p><b>You can:</b> ${s}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${fe}>${cn()}</button>
      ${!t.rule&&!t.stuck&&x`<button type="button" class="option" onClick=${()=>w(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${c&&x`<button type="button" class="option" onClick=${()=>r(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&x`<button type="button" class="option warn" onClick=${()=>w({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&x`<button type="button" class="option" onClick=${()=>r(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${o&&x`<button type="button" class="option" onClick=${()=>r(`facts`)}>Record it as a correction</button>`}
    </div>`},hn=()=>{let{kind:e,...t}=ee.value;return t.problem?.outcomes?x`<div class="sheet"><${pn} ...${t} /></div>`:x`<div class="sheet trouble" role="alert">
    <${e===`conflict`?ln:mn} ...${t} />
  </div>`},gn=({label:e,hint:t,plain:n,onClick:r})=>x`<button type="button" class=${n?`option`:`primary`} data-key disabled=${re.value} onClick=${r}>
  <span><b>${e}</b>${t&&x` <small>${t}</small>`}</span></button>`,_n=e=>e.length>3?`Choose one of these first`:`Choose: ${e.join(` or `)}`,vn=()=>{let e=be.value.filter(e=>e.words.ends),t=H.value;return t?x`<${gn} label=${t.label} hint=${`records ${V.value.steps.length+1} steps`} onClick=${()=>W(t)} />`:e.length?e.map(t=>x`<${gn} key=${t.key} label=${t.words.label} hint=${t.words.hint} plain=${t!==e[0]||t.words.hint} onClick=${()=>xe(t)} />`):Je(M.value,V.value.seat)?x`<p role="status">${_n(be.value.map(e=>e.words.label))}</p>`:x`<${gn} label="Done" onClick=${()=>W()} />`},yn=({asks:e})=>{if(!V.value)return null;let{seat:t,steps:n}=V.value;return x`<footer class="draft" role="group" aria-label="Your turn so far, not recorded yet">
    <ol>
      <li><${Ce} seat=${t} /></li>
      ${n.map(({id:e,says:t},n)=>x`<li key=${e}><button type="button" class="option" aria-label=${`Go back to before: ${t}`} disabled=${re.value||L.value} onClick=${()=>st(n)}>${t}</button></li>`)}
      ${H.value&&x`<li class="waits">${H.value.says}</li>`}
    </ol>
    ${!e&&x`<div class="buttons">
      <button type="button" class="option" data-key disabled=${re.value} onClick=${()=>st(-1)}><${z} name="undo-2" /> Back</button>
      <${vn} />
    </div>`}
    <p class="ears" role="status">Not recorded yet: ${n.map(({says:e})=>e).join(`, `)}</p>
  </footer>`},bn=()=>{let{item:e,problem:t,say:n}=L.value;return x`<div class="sheet"><${pn} item=${e} problem=${t} onSay=${n} onDrop=${T} /></div>`},xn=e=>new Promise(t=>setTimeout(t,e*1e3)),Sn=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:Ne(d)});for(;n.status===202;){await xn(de(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:Ne(d)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:Ne(d)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},Cn=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Sn(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},Z=v(``),wn=e=>`digests:${e}`,Tn=e=>{try{return JSON.parse(localStorage.getItem(wn(e)))??{}}catch{return{}}},Q=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),En=(e,t)=>{let n=Q(t).slice(-24);try{localStorage.setItem(wn(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Dn=e=>{if(Z.value===e)return;Z.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},On=e=>Dn(`The log has changed since this phone last saw it: entry ${e} was different.`),kn=async(e,n)=>{let{status:r,body:i}=await h(`/v1/sessions/${e}/entries?from=${n}&to=${n}`,{token:t.token});if(r!==200)throw Error(String(r));return i.items[0].digest},An=async({id:e,version:t},n)=>{let r=Q(n),i=r.at(-1),a=async t=>(await kn(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return Z.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?On(o[s]):Dn(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},jn=()=>{let e=null,t=!1,r=async n=>{let r=Tn(n.id);if(e===null&&Q(r).length&&(t=!0,e=await An(n,r).catch(()=>null),t=!1),e===!1||e===null&&Q(r).length)return;e=!0;let{id:i,version:a,digest:o}=k.value,s=o.slice(0,24);Q(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await An(k.value,r).catch(()=>On(a))):En(i,{...r,[a]:s})};n(()=>{let e=k.value;e?.digest&&!t&&r(e)})},Mn=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),Nn=({currentTarget:e})=>Cn(e,e.nextElementSibling,ae(k.value.id)),Pn=()=>{let e=new Map(k.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...I.value.seats].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),{closed:i,digest:a,game:o,id:s}=k.value,c=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:k.value.standing.finished?`Nobody wins`:`The session is over`;return x`<div class="finished">
    <header><h2 tabindex="-1" data-head><${z} name="trophy" /> ${c}</h2></header>
    <ol class="result">${n.map(e=>x`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${Ce} seat=${e.seat} />
      <b>${e.label}</b> <span class="score">${e.score??``}</span> <small>${Mn(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${R.value&&!i&&x`<button type="button" class="option" onClick=${()=>j(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${o}?again=${s}`}>Play again</a>
    </div>
    <p><button type="button" class="option" data-file=${`/v1/sessions/${s}/proof`} data-name=${`${s}.proof.json`} onClick=${Nn}>Proof file</button>
      <span role="status"></span></p>
    ${Z.value&&x`<p class="quiet">${Z.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${a}</code></p>
  </div>`},Fn=()=>he().map(ze).filter(Boolean).slice(0,50),In=e=>({"Tablelog-Tokens":e.join(`, `)}),Ln=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&Ve(n.split(`,`).map(t=>e[t-1]))},Rn=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await h(`/v1/people`,{headers:In(e)});return Ln(e,r),t===200?n.items:[]},zn=async()=>{let e=new Map;for(let{player:t,name:n}of await Rn(Fn()))t&&n&&!e.has(n)&&e.set(n,t);return e},Bn=new Map,Vn=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return Bn.has(i)||Bn.set(i,m()),Bn.get(i)},Hn=(e,t,n)=>{let{players:r={},labels:i={}}=k.value;return a(r,t)&&a(i,t)===n?r[t]:Vn(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},Un=({seat:e,coming:n})=>{let[r,i]=_(a(k.value.labels,e.seat)??``),[o,s]=_(``),c=`/v1/sessions/${k.value.id}/people/${e.seat}`;return x`<li><${Ce} seat=${e.seat} />
    <label class="field">${e.label}<input value=${r} maxlength="80" list="known" autocomplete="off" onInput=${e=>i(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let i=r.trim(),a=await n,{status:o,body:l}=await h(c,{method:i?`PUT`:`DELETE`,token:t.token,body:i?{player:Hn(a,e.seat,i),name:i}:void 0});s(o&&o<300?i?`Saved.`:`Erased.`:l?.detail??`No answer from the service. Try again.`)}}>${r.trim()?`Save`:`Erase`}</button>
    <span role="status">${o}</span></li>`},Wn=()=>{let[e]=_(zn),[t,n]=_(new Map);A(()=>void e.then(n),[]);let r=I.value.seats.filter(e=>R.value||e.seat===O.value.seat);return x`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>x`<${Un} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>x`<option key=${e} value=${e} />`)}</datalist>`},Gn=()=>x`<${N} title="More">
  <div class="grid">
    ${D.value&&x`<button type="button" class="option" data-key onClick=${()=>j(`note`)}><${z} name="message-square" /> Write a note</button>`}
    ${O.value.role===`owner`&&x`<a class="option" href=${`/t/${k.value.id}/links`}><${z} name="qr-code" /> Links and QR codes</a>`}
    ${D.value&&x`<button type="button" class="option" data-key onClick=${()=>j(`people`)}><${z} name="users" /> Who sits where</button>`}
    ${R.value&&!k.value.closed&&x`<button type="button" class="option" data-key onClick=${()=>j(`correct`)}><${z} name="pencil" /> Correct the table…</button>`}
    <button type="button" class="option" data-key onClick=${()=>j(`keys`)}><${z} name="circle-question-mark" /> Keys</button>
    ${D.value&&x`<button type="button" class="option" data-key aria-pressed=${U.value} onClick=${()=>qe(!U.value)}><${z} name="list" /> Put turns together</button>`}
    ${R.value&&!k.value.closed&&x`<button type="button" class="option" data-key onClick=${()=>j(`close`)}><${z} name="x" /> Close the session</button>`}
    <a class="option" href="/"><${z} name="house" /> Home</a>
  </div>
  ${!Ae&&x`<p>Over plain HTTP, the page cannot keep the screen on. Use your phone's settings.</p>`}
  ${k.value.invented.length>0&&x`<details><summary>${k.value.invented.length} parts of this edition are placeholders, not the published cards</summary>
    <ul>${k.value.invented.map(e=>x`<li key=${e}>${e}</li>`)}</ul></details>`}
</${N}>`,Kn=()=>{let[e,t]=_(``);return x`<${N} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=E.value===`live`?{}:{moved_at:new Date().toISOString()};B(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),T()}}>Save note</button></div>
  </${N}>`},qn=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,Jn=()=>{let[e,n]=_(``),[r,i]=_(L.value.entries?L.value:null),[a,o]=_(``),{to:s}=L.value;if(A(()=>{if(r)return;let{id:e,version:n}=k.value,a={"If-Match":`"${n}"`};h(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:t.token,body:{to:s},headers:a}).then(({status:e,body:t})=>e===200?i(t.takes):o(t?.detail??`No answer from the service. Try again.`))},[]),!r)return x`<${N} title="Undo?"><p role="status">${a||`A moment…`}</p></${N}>`;let{count:c,entries:l,needs_reason:u,redo:d}=r;return x`<${N} title=${d?`Redo?`:`Undo?`}>
    <p>${d?`Redoes`:`Undoes`} ${c>1?`${c} entries`:`one entry`}:</p>
    <ul class="goes">${l.map(({number:e,says:t})=>x`<li key=${e}>№ ${e} <${Fe} runs=${t} /></li>`)}
      ${c>l.length&&x`<li>and ${c-l.length} earlier</li>`}</ul>
    <p class="quiet">${d?``:`The log keeps the entries, struck through. Notes are unaffected.`}${u?` Give a reason: ${qn(r)}.`:``}</p>
    ${u&&x`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>n(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${u&&!e.trim()} onClick=${()=>{Ie(r,e.trim()),T()}}>${d?`Redo`:`Undo`}</button></div>
  </${N}>`},Yn=()=>{let[e,t]=_(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=I.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{T(),_e(e)};return x`<${N} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>x`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${N}>`},Xn=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],Zn={people:()=>x`<${N} title="Who sits where?"><${Wn} /></${N}>`,menu:Gn,note:Kn,undo:Jn,goto:Yn,keys:()=>x`<${N} title="Keys">
  <dl class="lines">${Xn.map(([e,t])=>x`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${N}>`,close:()=>x`<${N} title="Close the session?">
    <p>${De.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{B(`close`,{outcome:De.value?`finished`:`abandoned`},`Session closed`),T()}}>Close session</button></div>
  </${N}>`,correct:an,else:on,left:ht,outcome:bn},Qn=()=>ee.value?x`<${hn} />`:x`<${Zn[L.value.kind]} />`,$n=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),er=s(()=>{let e=ge.value.filter($n);if(!D.value||k.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=O.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),tr=({number:e,kind:t,live:n},{least:r,most:i})=>n&&E.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,nr=e=>{location.hash=``,j(`undo`,{to:e})},rr=({of:e})=>{let t=tr(e,er.value);return t&&x`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>nr(t)}><${z} name="undo-2" /></button>`},ir=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=_([]),[o,s]=_(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),f=i.length>=e.most;return x`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>x`<li key=${r}>${S(t,e)} for ${S(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!f&&x`<h3 class="part">${o===null?`Give`:`${S(t,o)} for`}</h3>
      <${P} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${C} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},ar=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),or=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=_([]),o=e.values.filter(e=>!i.some(t=>F(t)===F(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);ye(o,s);let c=e.values.map((e,t)=>i[t]);return x`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${c.map((e,n)=>x`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:S(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&x`<${P} values=${o} words=${t} onTake=${s} />`}
    <${C} open=${!o.length&&r(ar(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n(ar(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${C}>`},sr=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>ve(t)===ve(e)),1);return n},cr=e=>[...new Map(e.map(e=>[ve(e),e])).values()],lr=e=>e.length?cr(e).flatMap(t=>lr(sr(e,[t])).map(e=>[t,...e])):[[]],ur=({values:e},t)=>sr(e,Object.values(t).flatMap(Object.values)),dr=({of:e,values:t},n)=>{let r=ur({values:t},n),i=cr(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...lr(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},fr=e=>e!==void 0,pr=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,mr=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:cr(e)};return r<t.length?{kind:`optional`,of:i}:i},hr=e=>{let t=Object.entries(e).map(([e,t])=>[e,ke(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:t,words:n,answer:r,allows:i,seen:a,Widget:o})=>{let{keys:s,parts:c,values:l}=t,[u,d]=_([]),f=c||l?{}:hr(s),p=c??(l?s:Object.keys(s).filter(e=>!(Object.hasOwn(f,e)||pr(s[e])))),m=u.length,h=e=>e.flat().filter(fr),ee=l?mr(sr(l,h(u)),t):c?.[m]??s[p[m]],g=e=>{let t=p.map((t,n)=>[t,e[n]]).filter(([,e])=>fr(e));return c?h(e):{...f,...Object.fromEntries(t)}},te=e=>{let t=[...u,e];t.length<p.length?d(t):i(g(t))?r(g(t)):d([])},ne=t=>e(ee,t)&&(fr(t)||m<p.length-1||i(g([...u,t]))),v=Object.entries(f).map(([e,t])=>S(y(n,e),t));return x`${v.length>0&&x`<p class="quiet">${v.join(` · `)}</p>`}
    <h3 class="part">${c?`Part`:S(y(n,`[]`),p[m])}
      ${` `}<span class="quiet">${m+1} of ${p.length}${c&&h(u).map(e=>`, ${S(n,e)}`)}</span></h3>
    <${o} key=${m} domain=${ee} words=${c||l?n:y(n,p[m])} answer=${te} allows=${ne} seen=${a&&!l} />`},gr=e=>Object.keys(e.keys??{}),_r=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],vr=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,y(t,e)])),yr=e=>{let t=e.map(_r);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:gr(n).filter(t=>!e.every(e=>gr(e).includes(t))).join(`, `)||`${r+1}`})},br=({domain:t,words:n,answer:r,Widget:i,allows:a})=>{let[o,s]=_([]),[c,l]=_(t.of.length===1&&t.least?t.of:[]),u=yr(t.of),d=e=>l(t.of.filter((t,n)=>u[n]===e)),f=r=>{let i=u[t.of.findIndex(t=>e(t,r))],a=vr(r,n),o=a.map(([e,t])=>S(t,e));return a.some(([e])=>e===i)||t.of.length===1?o:[S(n,i),...o]},[p]=c;return x`<ol class="rows">
      ${o.map((e,t)=>x`<li key=${t}>${f(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>s(o.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${c.length>1?x`<${P} values=${c.map(_r)} words=${n} onTake=${e=>l(c.filter(t=>_r(t)===e))} />`:p?x`<${i} domain=${p} words=${n} answer=${e=>(l([]),s([...o,e]))} allows=${t=>e(p,t)} />`:x`${o.length<t.most&&x`<${P} values=${[...new Set(u)]} words=${n} onTake=${d} />`}
          <${C} open=${a(o)} says=${`${o.length} so far`} onDone=${()=>r(o)} />`}`},xr={kind:`written`,longest:9999},Sr=e=>{try{return JSON.parse(e)}catch{return e}},Cr=({Widget:t,...n})=>{let{hint:r,form:i=xr}=n.domain;return x`<p class="quiet">${r} <small>Not checked in advance.</small></p>
    <${t} ...${n} domain=${i} answer=${e=>n.answer(i===xr?Sr(e):e)} allows=${t=>e(i,t)} />`},wr=({domain:t,words:n,answer:r,Widget:i,allows:a,seen:o})=>{let s=a(void 0)&&x`<div class=${o?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>r(void 0)}>${n.values?.null?.label??`None`}</button></div>`;return x`${o&&s}
    <${i} domain=${t.of} words=${n} answer=${r} allows=${n=>e(t.of,n)&&a(n)} />
    ${!o&&s}`},Tr=({domain:t,words:n,answer:r,Widget:i})=>x`
  ${t.chosen&&x`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>r(void 0)}>Did not happen</button></div>`}
  <${i} domain=${t.of} words=${n} answer=${r} allows=${n=>e(t.of,n)} seen />`,Er=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=_(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return x`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${z} name="minus" /></button>
      <output aria-live="polite">${S(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${z} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${C} open=${r(i)} onDone=${()=>n(i)} />`},Dr=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,Or={assign:$,dealt:$,each:$,exchanges:ir,gathered:$,grid:or,joined:$,listed:br,open:Cr,optional:wr,outcome:Tr,range:Er,several:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=_([]),o=e.most===1&&e.least===1,s=new Map([...Le(e.values)].map(([e,t])=>[F(JSON.parse(e)),t])),c=[...new Map(e.values.map(e=>[F(e),e])).values()],l=new Map;i.forEach((t,n)=>{let r=F(t),a=(s.get(r)??1)>1,o=l.get(r);e.ordered?l.set(r,o?`${o}, ${n+1}`:`${n+1}`):l.set(r,a?`×${i.filter(e=>F(e)===r).length}`:`✓`)});let u=t=>{if(o)return n([t]);let r=F(t),c=i.filter(e=>F(e)===r).length;i.length<e.most&&c<(s.get(r)??1)?a([...i,t]):c&&a(i.filter(e=>F(e)!==r))};ye(c,u,l);let d=i.length>=e.most;return x`<${P} values=${c} words=${t} onTake=${u} chosen=${l}
      closed=${e=>!o&&d&&!l.has(F(e))} />
    ${!o&&x`<${C} open=${r(i)} says=${`${i.length} ${Dr(e)}`} onDone=${()=>n(i)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=_([{}]),o=i[0],s=({plan:t})=>ur(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${S(y(t.of[e],`[]`),r)}: `:``)+n.map(n=>S(t.of[e],n)).join(`, `);return x`${Object.entries(e.of).map(([n,{keys:r}])=>x`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${Se} options=${dr(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${C} open=${r(o)} says=${`${ur(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${C}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=y(t,`[]`),[o,s]=_({}),c=Object.keys(e.limits),l=Object.values(o).reduce((e,t)=>e+t,0),u=(t,n)=>{let r=(a(o,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&l>=e.most)return;let{[t]:i,...c}=o;s(r?{...c,[t]:r}:c)};ye(c,e=>u(e,1));let d=e.least===e.most?`${l} of ${e.most}`:`${l} of ${e.least} to ${e.most}`;return x`<ul class="rows">
      ${c.map(t=>x`<li key=${t}>
        <span>${S(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${S(i,t)}: one fewer`} onClick=${()=>u(t,-1)}><${z} name="minus" /></button>
        <output>${a(o,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${S(i,t)}: one more`} onClick=${()=>u(t,1)}><${z} name="plus" /></button>
      </li>`)}
    </ul>
    <${C} open=${r(o)} says=${d} onDone=${()=>n(o)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=_(``);return x`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${C} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},kr=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(kr,5e3,e+`#`));bt(),dt(),kr(),setTimeout(jn,3e3);export{Ge as Bots,yn as DraftBar,Pn as Finished,Qn as Sheet,rr as ToHere,Or as widgets};
        onClick=${()=>T({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},vn=({item:e,facts:t,onBack:n})=>{let r=t?$t:en,i=t?`corrections`:`actions`;return A`
    </div>`},bn=({item:e,facts:t,onBack:n})=>{let r=t?nn:rn,i=t?`corrections`:`actions`;return A`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${Q} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>E({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},xn=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},Sn=({item:e,problem:t})=>{let[{path:n,domain:i,words:a}]=t.outcomes,[o,...s]=n.split(`/`),c=xn(i),l=t=>E({body:r(e.body,n,t)});return A`
    <h2 tabindex="-1" data-head>${a.asks} ${s.map(e=>isNaN(e)?f(v(a,`[]`),e):+e+1).join(` `)}</h2>
    <${Q} item=${e} />
    <div class="buttons">
      ${c!==void 0&&A`<button type="button" class="option" onClick=${()=>l(Array(i.most).fill(c))}>All ${f(a,c).toLowerCase()}</button>`}
      ${!(o in e.body)&&A`<button type="button" class="option" onClick=${()=>E({body:{...e.body,chance:`drawn`}})}>Draw randomly</button>`}
    </div>
    <${Ce} key=${n} domain=${i} words=${a} allows=${e=>V(i,e)} answer=${l} />
    <div class="buttons">
      <button type="button" class="option" onClick=${ie}>${_n()}</button>
    </div>`},Cn=({item:e,problem:t})=>{let[n,r]=B(null),i=()=>r(null);if(n===`anyway`)return A`<${yn} item=${e} onBack=${i} />`;if(n)return A`<${bn} item=${e} facts=${n===`facts`} onBack=${i} />`;let a=O.value&&y(e),o=a&&e.path===`actions`&&t.status===409&&!t.rule,s=le.value.map(e=>e.words.label).join(`, `),c=a&&e.path===`actions`&&t.rule&&!e.body.against_rules;return A`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Q} item=${e} />
    ${t.stuck?A`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>A`<li key=${e}>${e}</li>`)}</ul>`:A`<p>${t.rule&&A`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&A`<blockquote>${t.rule_text}</blockquote>`}
    ${s&&A`<p><b>You can:</b> ${s}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${ie}>${_n()}</button>
      ${!t.rule&&!t.stuck&&A`<button type="button" class="option" onClick=${()=>E(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${c&&A`<button type="button" class="option" onClick=${()=>r(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&A`<button type="button" class="option warn" onClick=${()=>E({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&A`<button type="button" class="option" onClick=${()=>r(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${o&&A`<button type="button" class="option" onClick=${()=>r(`facts`)}>Record it as a correction</button>`}
    </div>`},wn=()=>{let{kind:e,...t}=ge.value;return t.problem?.outcomes?A`<div class="sheet"><${Sn} ...${t} /></div>`:A`<div class="sheet trouble" role="alert">
    <${e===`conflict`?vn:Cn} ...${t} />
  </div>`},Tn=()=>A`<${j} title="More">
  <div class="grid">
    ${M.value&&A`<button type="button" class="option" data-key onClick=${()=>D(`note`)}><${P} name="message-square" /> Write a note</button>`}
    ${F.value.role===`owner`&&A`<a class="option" href=${`/t/${T.value.id}/links`}><${P} name="qr-code" /> Links and QR codes</a>`}
    ${M.value&&A`<button type="button" class="option" data-key onClick=${()=>D(`people`)}><${P} name="users" /> Who sits where</button>`}
    ${O.value&&!T.value.closed&&A`<button type="button" class="option" data-key onClick=${()=>D(`correct`)}><${P} name="pencil" /> Correct the table…</button>`}
    <button type="button" class="option" data-key onClick=${()=>D(`keys`)}><${P} name="circle-question-mark" /> Keys</button>
    ${O.value&&!T.value.closed&&A`<button type="button" class="option" data-key onClick=${()=>D(`close`)}><${P} name="x" /> Close the session</button>`}
    <a class="option" href=${`/rules/${T.value.game}`}><${P} name="scale" /> Rulebook</a>
    <a class="option" href="/"><${P} name="house" /> Home</a>
  </div>
  <${ft} mayStayAwake=${Se} />
  ${T.value.invented.length>0&&A`<details><summary>${T.value.invented.length} parts of this edition are placeholders, not the published cards</summary>
    <ul>${T.value.invented.map(e=>A`<li key=${e}>${e}</li>`)}</ul></details>`}
</${j}>`,En=()=>{let[e,t]=B(``);return A`<${j} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=I.value===`live`?{}:{moved_at:new Date().toISOString()};z(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),L()}}>Save note</button></div>
  </${j}>`},Dn=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,On=()=>{let[e,t]=B(``),[n,r]=B(k.value.entries?k.value:null),[i,o]=B(``),{to:s}=k.value;if(R(()=>{if(n)return;let{id:e,version:t}=T.value,i={"If-Match":`"${t}"`};m(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:a.token,body:{to:s},headers:i}).then(({status:e,body:t})=>e===200?r(t.takes):o(t?.detail??`No answer from the service. Try again.`))},[]),!n)return A`<${j} title="Undo?"><p role="status">${i||`A moment…`}</p></${j}>`;let{count:c,entries:l,needs_reason:u,redo:d}=n;return A`<${j} title=${d?`Redo?`:`Undo?`}>
    <p>${d?`Redoes`:`Undoes`} ${c>1?`${c} entries`:`one entry`}:</p>
    <ul class="goes">${l.map(({number:e,says:t})=>A`<li key=${e}>№ ${e} <${_e} runs=${t} /></li>`)}
      ${c>l.length&&A`<li>and ${c-l.length} earlier</li>`}</ul>
    <p class="quiet">${d?``:`The log keeps the entries, struck through. Notes are unaffected.`}${u?` Give a reason: ${Dn(n)}.`:``}</p>
    ${u&&A`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>t(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${u&&!e.trim()} onClick=${()=>{Ee(n,e.trim()),L()}}>${d?`Redo`:`Undo`}</button></div>
  </${j}>`},kn=()=>{let[e,t]=B(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=x.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{L(),xe(e)};return A`<${j} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>A`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${j}>`},An=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],jn={people:()=>A`<${j} title="Who sits where?"><${hn} /></${j}>`,menu:Tn,note:En,undo:On,goto:kn,keys:()=>A`<${j} title="Keys">
  <dl class="lines">${An.map(([e,t])=>A`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${j}>`,close:()=>A`<${j} title="Close the session?">
    <p>${_.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{z(`close`,{outcome:_.value?`finished`:`abandoned`},`Session closed`),L()}}>Close session</button></div>
  </${j}>`,correct:an,else:on,left:xt},Mn=()=>ge.value?A`<${wn} />`:A`<${jn[k.value.kind]} />`,Nn=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),Pn=fe(()=>{let e=re.value.filter(Nn);if(!M.value||T.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=F.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),Fn=({number:e,kind:t,live:n},{least:r,most:i})=>n&&I.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,In=e=>{location.hash=``,D(`undo`,{to:e})},Ln=({of:e})=>{let t=Fn(e,Pn.value);return t&&A`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>In(t)}><${P} name="undo-2" /></button>`},Rn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=B([]),[o,s]=B(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),p=i.length>=e.most;return A`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>A`<li key=${r}>${f(t,e)} for ${f(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!p&&A`<h3 class="part">${o===null?`Give`:`${f(t,o)} for`}</h3>
      <${N} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${w} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},zn=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),Bn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=B([]),o=e.values.filter(e=>!i.some(t=>b(t)===b(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);ye(o,s);let c=e.values.map((e,t)=>i[t]);return A`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${c.map((e,n)=>A`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:f(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&A`<${N} values=${o} words=${t} onTake=${s} />`}
    <${w} open=${!o.length&&r(zn(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n(zn(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${w}>`},Vn=(e,t)=>{let r=[...e];for(let e of t)r.splice(r.findIndex(t=>n(t)===n(e)),1);return r},Hn=e=>[...new Map(e.map(e=>[n(e),e])).values()],Un=e=>e.length?Hn(e).flatMap(t=>Un(Vn(e,[t])).map(e=>[t,...e])):[[]],Wn=({values:e},t)=>Vn(e,Object.values(t).flatMap(Object.values)),Gn=({of:e,values:t},n)=>{let r=Wn({values:t},n),i=Hn(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...Un(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},Kn=e=>e!==void 0,qn=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,Jn=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:Hn(e)};return r<t.length?{kind:`optional`,of:i}:i},Yn=e=>{let t=Object.entries(e).map(([e,t])=>[e,c(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:o,parts:s,values:c}=e,[l,u]=B([]),d=s||c?{}:Yn(o),p=s??(c?o:Object.keys(o).filter(e=>!(Object.hasOwn(d,e)||qn(o[e])))),m=l.length,h=e=>e.flat().filter(Kn),g=c?Jn(Vn(c,h(l)),e):s?.[m]??o[p[m]],_=e=>{let t=p.map((t,n)=>[t,e[n]]).filter(([,e])=>Kn(e));return s?h(e):{...d,...Object.fromEntries(t)}},ee=e=>{let t=[...l,e];t.length<p.length?u(t):r(_(t))?n(_(t)):u([])},y=e=>V(g,e)&&(Kn(e)||m<p.length-1||r(_([...l,e]))),b=Object.entries(d).map(([e,n])=>f(v(t,e),n));return A`${b.length>0&&A`<p class="quiet">${b.join(` · `)}</p>`}
    <h3 class="part">${s?`Part`:f(v(t,`[]`),p[m])}
      ${` `}<span class="quiet">${m+1} of ${p.length}${s&&h(l).map(e=>`, ${f(t,e)}`)}</span></h3>
    <${a} key=${m} domain=${g} words=${s||c?t:v(t,p[m])} answer=${ee} allows=${y} seen=${i&&!c} />`},Xn=e=>Object.keys(e.keys??{}),Zn=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],Qn=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,v(t,e)])),$n=e=>{let t=e.map(Zn);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:Xn(n).filter(t=>!e.every(e=>Xn(e).includes(t))).join(`, `)||`${r+1}`})},er=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=B([]),[s,c]=B(e.of.length===1&&e.least?e.of:[]),l=$n(e.of),u=t=>c(e.of.filter((e,n)=>l[n]===t)),d=n=>{let r=l[e.of.findIndex(e=>V(e,n))],i=Qn(n,t),a=i.map(([e,t])=>f(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[f(t,r),...a]},[p]=s;return A`<ol class="rows">
      ${a.map((e,t)=>A`<li key=${t}>${d(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?A`<${N} values=${s.map(Zn)} words=${t} onTake=${e=>c(s.filter(t=>Zn(t)===e))} />`:p?A`<${r} domain=${p} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>V(p,e)} />`:A`${a.length<e.most&&A`<${N} values=${[...new Set(l)]} words=${t} onTake=${u} />`}
          <${w} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},tr={kind:`written`,longest:9999},nr=e=>{try{return JSON.parse(e)}catch{return e}},rr=({Widget:e,...t})=>{let{hint:n,form:r=tr}=t.domain;return A`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===tr?nr(e):e)} allows=${e=>V(r,e)} />`},ir=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&A`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return A`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>V(e.of,t)&&i(t)} />
    ${!a&&o}`},ar=({domain:e,words:t,answer:n,Widget:r})=>A`
  ${e.chosen&&A`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>V(e.of,t)} seen />`,or=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=B(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return A`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${P} name="minus" /></button>
      <output aria-live="polite">${f(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${P} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${w} open=${r(i)} onDone=${()=>n(i)} />`},sr=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,cr={assign:$,dealt:$,each:$,exchanges:Rn,gathered:$,grid:Bn,joined:$,listed:er,open:rr,optional:ir,outcome:ar,range:or,several:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=B([]),o=e.most===1&&e.least===1,s=new Map([...te(e.values)].map(([e,t])=>[b(JSON.parse(e)),t])),c=[...new Map(e.values.map(e=>[b(e),e])).values()],l=new Map;i.forEach((t,n)=>{let r=b(t),a=(s.get(r)??1)>1,o=l.get(r);e.ordered?l.set(r,o?`${o}, ${n+1}`:`${n+1}`):l.set(r,a?`×${i.filter(e=>b(e)===r).length}`:`✓`)});let u=t=>{if(o)return n([t]);let r=b(t),c=i.filter(e=>b(e)===r).length;i.length<e.most&&c<(s.get(r)??1)?a([...i,t]):c&&a(i.filter(e=>b(e)!==r))};ye(c,u,l);let d=i.length>=e.most;return A`<${N} values=${c} words=${t} onTake=${u} chosen=${l}
      closed=${e=>!o&&d&&!l.has(b(e))} />
    ${!o&&A`<${w} open=${r(i)} says=${`${i.length} ${sr(e)}`} onDone=${()=>n(i)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=B([{}]),o=i[0],s=({plan:t})=>Wn(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${f(v(t.of[e],`[]`),r)}: `:``)+n.map(n=>f(t.of[e],n)).join(`, `);return A`${Object.entries(e.of).map(([n,{keys:r}])=>A`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${pe} options=${Gn(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${w} open=${r(o)} says=${`${Wn(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${w}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=v(t,`[]`),[a,o]=B({}),s=Object.keys(e.limits),c=Object.values(a).reduce((e,t)=>e+t,0),l=(t,n)=>{let r=(d(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&c>=e.most)return;let{[t]:i,...s}=a;o(r?{...s,[t]:r}:s)};ye(s,e=>l(e,1));let u=e.least===e.most?`${c} of ${e.most}`:`${c} of ${e.least} to ${e.most}`;return A`<ul class="rows">
      ${s.map(t=>A`<li key=${t}>
        <span>${f(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${f(i,t)}: one fewer`} onClick=${()=>l(t,-1)}><${P} name="minus" /></button>
        <output>${d(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${f(i,t)}: one more`} onClick=${()=>l(t,1)}><${P} name="plus" /></button>
      </li>`)}
    </ul>
    <${w} open=${r(a)} says=${u} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=B(``);return A`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${w} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},lr=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(lr,5e3,e+`#`));st(),Xe(),lr(),setTimeout(He,3e3);export{je as Bots,Ge as Finished,_t as Meanwhile,Mn as Sheet,Ln as ToHere,cr as widgets};
    <${E} open=${r(i)} onDone=${()=>n(i)} />`},An=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,jn={assign:$,dealt:$,each:$,exchanges:sn,gathered:$,grid:ln,joined:$,listed:Cn,open:En,optional:Dn,outcome:On,range:kn,several:({domain:e,words:t,answer:r,allows:i})=>{let[a,o]=A([]),s=e.most===1&&e.least===1,l=new Map([...n(e.values)].map(([e,t])=>[c(JSON.parse(e)),t])),u=[...new Map(e.values.map(e=>[c(e),e])).values()],d=new Map;a.forEach((t,n)=>{let r=c(t),i=(l.get(r)??1)>1,o=d.get(r);e.ordered?d.set(r,o?`${o}, ${n+1}`:`${n+1}`):d.set(r,i?`×${a.filter(e=>c(e)===r).length}`:`✓`)});let f=t=>{if(s)return r([t]);let n=c(t),i=a.filter(e=>c(e)===n).length;a.length<e.most&&i<(l.get(n)??1)?o([...a,t]):i&&o(a.filter(e=>c(e)!==n))};N(u,f,d);let p=a.length>=e.most;return I`<${F} values=${u} words=${t} onTake=${f} chosen=${d}
      closed=${e=>!s&&p&&!d.has(c(e))} />
    ${!s&&I`<${E} open=${i(a)} says=${`${a.length} ${An(e)}`} onDone=${()=>r(a)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=A([{}]),o=i[0],s=({plan:t})=>pn(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${l(f(t.of[e],`[]`),r)}: `:``)+n.map(n=>l(t.of[e],n)).join(`, `);return I`${Object.entries(e.of).map(([n,{keys:r}])=>I`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${ce} options=${mn(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${E} open=${r(o)} says=${`${pn(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${E}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=f(t,`[]`),[a,o]=A({}),s=Object.keys(e.limits),c=Object.values(a).reduce((e,t)=>e+t,0),u=(t,n)=>{let r=(j(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&c>=e.most)return;let{[t]:i,...s}=a;o(r?{...s,[t]:r}:s)};N(s,e=>u(e,1));let d=e.least===e.most?`${c} of ${e.most}`:`${c} of ${e.least} to ${e.most}`;return I`<ul class="rows">
      ${s.map(t=>I`<li key=${t}>
        <span>${l(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${l(i,t)}: one fewer`} onClick=${()=>u(t,-1)}><${D} name="minus" /></button>
        <output>${j(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${l(i,t)}: one more`} onClick=${()=>u(t,1)}><${D} name="plus" /></button>
      </li>`)}
    </ul>
    <${E} open=${r(a)} says=${d} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=A(``);return I`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${E} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},Mn=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(Mn,5e3,e+`#`));Ve(),Mn(),setTimeout(Pe,3e3);export{Ce as Bots,Le as Finished,en as Sheet,on as ToHere,jn as widgets};
        onClick=${()=>I({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},tn=({item:e,facts:t,onBack:n})=>{let r=t?It:Lt,i=t?`corrections`:`actions`;return w`
        onClick=${()=>F({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},nn=({item:e,facts:t,onBack:n})=>{let r=t?It:Lt,i=t?`corrections`:`actions`;return T`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${Z} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>F({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},rn=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},an=({item:e,problem:t})=>{let[{path:n,domain:r,words:i}]=t.outcomes,[a,...s]=n.split(`/`),c=rn(r),u=t=>F({body:De(e.body,n,t)});return T`
    <h2 tabindex="-1" data-head>${i.asks} ${s.map(e=>isNaN(e)?g(o(i,`[]`),e):+e+1).join(` `)}</h2>
    <${Z} item=${e} />
    <div class="buttons">
      ${c!==void 0&&T`<button type="button" class="option" onClick=${()=>u(Array(r.most).fill(c))}>All ${g(i,c).toLowerCase()}</button>`}
      ${!(a in e.body)&&T`<button type="button" class="option" onClick=${()=>F({body:{...e.body,chance:`drawn`}})}>Draw randomly</button>`}
    </div>
    <${xe} key=${n} domain=${r} words=${i} allows=${e=>l(r,e)} answer=${u} />
    <div class="buttons">
      <button type="button" class="option" onClick=${de}>${$t()}</button>
    </div>`},on=({item:e,problem:t})=>{let[n,i]=M(null),a=()=>i(null);if(n===`anyway`)return T`<${tn} item=${e} onBack=${a} />`;if(n)return T`<${nn} item=${e} facts=${n===`facts`} onBack=${a} />`;let o=be.value&&r(e),s=o&&e.path===`actions`&&t.status===409&&!t.rule,c=ve.value.map(e=>e.words.label).join(`, `),l=o&&e.path===`actions`&&t.rule&&!e.body.against_rules;return T`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Z} item=${e} />
    ${t.stuck?T`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>T`<li key=${e}>${e}</li>`)}</ul>`:T`<p>${t.rule&&T`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&T`<blockquote>${t.rule_text}</blockquote>`}
    ${c&&T`<p><b>You can:</b> ${c}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${de}>${$t()}</button>
      ${!t.rule&&!t.stuck&&T`<button type="button" class="option" onClick=${()=>F(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${l&&T`<button type="button" class="option" onClick=${()=>i(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&T`<button type="button" class="option warn" onClick=${()=>F({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&T`<button type="button" class="option" onClick=${()=>i(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${s&&T`<button type="button" class="option" onClick=${()=>i(`facts`)}>Record it as a correction</button>`}
    </div>`},sn=()=>{let{kind:e,...t}=a.value;return t.problem?.outcomes?T`<div class="sheet"><${an} ...${t} /></div>`:T`<div class="sheet trouble" role="alert">
    <${e===`conflict`?en:on} ...${t} />
  </div>`},cn=()=>{let[e,t]=M(``);return T`<${O} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=u.value===`live`?{}:{moved_at:new Date().toISOString()};L(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),w()}}>Save note</button></div>
  </${O}>`},ln=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,un=()=>{let[e,n]=M(``),[r,i]=M(P.value.entries?P.value:null),[a,o]=M(``),{to:s}=P.value;if(D(()=>{if(r)return;let{id:e,version:n}=_.value,a={"If-Match":`"${n}"`};t(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:I.token,body:{to:s},headers:a}).then(({status:e,body:t})=>e===200?i(t.takes):o(t?.detail??`No answer from the service. Try again.`))},[]),!r)return T`<${O} title="Undo?"><p role="status">${a||`A moment…`}</p></${O}>`;let{count:c,entries:l,needs_reason:u,redo:d}=r;return T`<${O} title=${d?`Redo?`:`Undo?`}>
    <p>${d?`Redoes`:`Undoes`} ${c>1?`${c} entries`:`one entry`}:</p>
    <ul class="goes">${l.map(({number:e,says:t})=>T`<li key=${e}>№ ${e} <${Ce} runs=${t} /></li>`)}
      ${c>l.length&&T`<li>and ${c-l.length} earlier</li>`}</ul>
    <p class="quiet">${d?``:`The log keeps the entries, struck through. Notes are unaffected.`}${u?` Give a reason: ${ln(r)}.`:``}</p>
    ${u&&T`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>n(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${u&&!e.trim()} onClick=${()=>{we(r,e.trim()),w()}}>${d?`Redo`:`Undo`}</button></div>
  </${O}>`},dn=()=>{let[e,t]=M(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=x.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{w(),se(e)};return T`<${O} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>T`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${O}>`},fn=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],pn={all:Vt,people:()=>T`<${O} title="Who sits where?"><${Zt} /></${O}>`,menu:Bt,note:cn,undo:un,goto:dn,keys:()=>T`<${O} title="Keys">
  <dl class="lines">${fn.map(([e,t])=>T`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${O}>`,close:()=>T`<${O} title="Close the session?">
    <p>${d.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{L(`close`,{outcome:d.value?`finished`:`abandoned`},`Session closed`,void 0,qe()),w()}}>Close session</button></div>
  </${O}>`,correct:Rt,else:zt,left:rt},mn=()=>a.value?T`<${sn} />`:T`<${pn[P.value.kind]} />`,hn=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),gn=_e(()=>{let t=s.value.filter(hn);if(!S.value||_.value?.closed||!t.length)return{least:0,most:0};let{role:n,seat:r}=e.value,i=t.findLast(({by:e})=>e?.role!==n||e?.seat!==r);return{least:n===`seat`?i?.number??1:1,most:t.at(-1).number}}),_n=({number:e,kind:t,live:n},{least:r,most:i})=>n&&u.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,vn=e=>{location.hash=``,ge(`undo`,{to:e})},yn=({of:e})=>{let t=_n(e,gn.value);return t&&T`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>vn(t)}><${N} name="undo-2" /></button>`},bn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=M([]),[o,s]=M(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),f=i.length>=e.most;return T`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>T`<li key=${r}>${g(t,e)} for ${g(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!f&&T`<h3 class="part">${o===null?`Give`:`${g(t,o)} for`}</h3>
      <${A} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${C} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},xn=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),Sn=({domain:e,words:t,answer:r,allows:i})=>{let[a,o]=M([]),s=e.values.filter(e=>!a.some(t=>n(t)===n(e))),c=e=>o(s.length===2?[...a,e,s.find(t=>t!==e)]:[...a,e]);E(s,c);let l=e.values.map((e,t)=>a[t]);return T`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${l.map((e,n)=>T`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===a.length?`next`:``:g(t,e)}
      </li>`)}
    </ol>
    ${s.length>0&&T`<${A} values=${s} words=${t} onTake=${c} />`}
    <${C} open=${!s.length&&i(xn(a,e.columns))} says=${`${a.length} of ${e.values.length}`}
      onDone=${()=>r(xn(a,e.columns))}>
      <button type="button" class="option" disabled=${!a.length} onClick=${()=>o(a.slice(0,-1))}>Undo one</button>
    </${C}>`},Cn=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>f(t)===f(e)),1);return n},wn=e=>[...new Map(e.map(e=>[f(e),e])).values()],Tn=e=>e.length?wn(e).flatMap(t=>Tn(Cn(e,[t])).map(e=>[t,...e])):[[]],Q=({values:e},t)=>Cn(e,Object.values(t).flatMap(Object.values)),En=({of:e,values:t},n)=>{let r=Q({values:t},n),i=wn(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...Tn(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},Dn=e=>e!==void 0,On=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,kn=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:wn(e)};return r<t.length?{kind:`optional`,of:i}:i},An=e=>{let t=Object.entries(e).map(([e,t])=>[e,Oe(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:s,parts:c,values:u}=e,[d,f]=M([]),p=c||u?{}:An(s),m=c??(u?s:Object.keys(s).filter(e=>!(Object.hasOwn(p,e)||On(s[e])))),h=d.length,_=e=>e.flat().filter(Dn),v=u?kn(Cn(u,_(d)),e):c?.[h]??s[m[h]],y=e=>{let t=m.map((t,n)=>[t,e[n]]).filter(([,e])=>Dn(e));return c?_(e):{...p,...Object.fromEntries(t)}},ee=e=>{let t=[...d,e];t.length<m.length?f(t):r(y(t))?n(y(t)):f([])},te=e=>l(v,e)&&(Dn(e)||h<m.length-1||r(y([...d,e]))),b=Object.entries(p).map(([e,n])=>g(o(t,e),n));return T`${b.length>0&&T`<p class="quiet">${b.join(` · `)}</p>`}
    <h3 class="part">${c?`Part`:g(o(t,`[]`),m[h])}
      ${` `}<span class="quiet">${h+1} of ${m.length}${c&&_(d).map(e=>`, ${g(t,e)}`)}</span></h3>
    <${a} key=${h} domain=${v} words=${c||u?t:o(t,m[h])} answer=${ee} allows=${te} seen=${i&&!u} />`},jn=e=>Object.keys(e.keys??{}),Mn=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],Nn=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,o(t,e)])),Pn=e=>{let t=e.map(Mn);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:jn(n).filter(t=>!e.every(e=>jn(e).includes(t))).join(`, `)||`${r+1}`})},Fn=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=M([]),[s,c]=M(e.of.length===1&&e.least?e.of:[]),u=Pn(e.of),d=t=>c(e.of.filter((e,n)=>u[n]===t)),f=n=>{let r=u[e.of.findIndex(e=>l(e,n))],i=Nn(n,t),a=i.map(([e,t])=>g(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[g(t,r),...a]},[p]=s;return T`<ol class="rows">
      ${a.map((e,t)=>T`<li key=${t}>${f(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?T`<${A} values=${s.map(Mn)} words=${t} onTake=${e=>c(s.filter(t=>Mn(t)===e))} />`:p?T`<${r} domain=${p} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>l(p,e)} />`:T`${a.length<e.most&&T`<${A} values=${[...new Set(u)]} words=${t} onTake=${d} />`}
          <${C} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},In={kind:`written`,longest:9999},Ln=e=>{try{return JSON.parse(e)}catch{return e}},Rn=({Widget:e,...t})=>{let{hint:n,form:r=In}=t.domain;return T`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===In?Ln(e):e)} allows=${e=>l(r,e)} />`},zn=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&T`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return T`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>l(e.of,t)&&i(t)} />
    ${!a&&o}`},Bn=({domain:e,words:t,answer:n,Widget:r})=>T`
  ${e.chosen&&T`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>l(e.of,t)} seen />`,Vn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=M(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return T`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${N} name="minus" /></button>
      <output aria-live="polite">${g(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${N} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${C} open=${r(i)} onDone=${()=>n(i)} />`},Hn=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,Un={assign:$,dealt:$,each:$,exchanges:bn,gathered:$,grid:Sn,joined:$,listed:Fn,open:Rn,optional:zn,outcome:Bn,range:Vn,several:({domain:e,words:t,answer:r,allows:i})=>{let[a,o]=M([]),s=e.most===1&&e.least===1,c=new Map([...v(e.values)].map(([e,t])=>[n(JSON.parse(e)),t])),l=[...new Map(e.values.map(e=>[n(e),e])).values()],u=new Map;a.forEach((t,r)=>{let i=n(t),o=(c.get(i)??1)>1,s=u.get(i);e.ordered?u.set(i,s?`${s}, ${r+1}`:`${r+1}`):u.set(i,o?`×${a.filter(e=>n(e)===i).length}`:`✓`)});let d=t=>{if(s)return r([t]);let i=n(t),l=a.filter(e=>n(e)===i).length;a.length<e.most&&l<(c.get(i)??1)?o([...a,t]):l&&o(a.filter(e=>n(e)!==i))};E(l,d,u);let f=a.length>=e.most;return T`<${A} values=${l} words=${t} onTake=${d} chosen=${u}
      closed=${e=>!s&&f&&!u.has(n(e))} />
    ${!s&&T`<${C} open=${i(a)} says=${`${a.length} ${Hn(e)}`} onDone=${()=>r(a)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=M([{}]),s=i[0],c=({plan:t})=>Q(e,t).length?a([t,...i]):n(t),l=(e,n,r)=>(r?`${g(o(t.of[e],`[]`),r)}: `:``)+n.map(n=>g(t.of[e],n)).join(`, `);return T`${Object.entries(e.of).map(([n,{keys:r}])=>T`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(s[n]??{}).map(([e,t])=>l(n,[t],e)).join(`, `):l(n,s[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${fe} options=${En(e,s).filter(e=>e.name===n).map(e=>({...e,label:l(n,e.values,e.key)}))} onTake=${c} />`)}
    <${C} open=${r(s)} says=${`${Q(e,s).length} left`} onDone=${()=>n(s)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${C}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=o(t,`[]`),[a,s]=M({}),c=Object.keys(e.limits),l=Object.values(a).reduce((e,t)=>e+t,0),u=(t,n)=>{let r=(j(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&l>=e.most)return;let{[t]:i,...o}=a;s(r?{...o,[t]:r}:o)};E(c,e=>u(e,1));let d=e.least===e.most?`${l} of ${e.most}`:`${l} of ${e.least} to ${e.most}`;return T`<ul class="rows">
      ${c.map(t=>T`<li key=${t}>
        <span>${g(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${g(i,t)}: one fewer`} onClick=${()=>u(t,-1)}><${N} name="minus" /></button>
        <output>${j(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${g(i,t)}: one more`} onClick=${()=>u(t,1)}><${N} name="plus" /></button>
      </li>`)}
    </ul>
    <${C} open=${r(a)} says=${d} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=M(``);return T`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${C} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},Wn=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(Wn,5e3,e+`#`));et(),Wn(),setTimeout(Ge,3e3);export{Pe as Bots,Xe as Finished,mn as Sheet,yn as ToHere,Un as widgets};