/// The parts of the page that `check --map` writes, around its data.
enum RegionMapPage {
    /// Up to the list of regions.
    static let head = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>Regions</title>
        <style>
        html,body{margin:0;height:100%;font:14px system-ui,sans-serif;color:#222}
        body{display:flex}
        canvas{flex:1;min-width:0;height:100%;background:#f4f6f8;cursor:grab;touch-action:none}
        aside{width:22em;overflow:auto;border-left:1px solid #ccc;padding:0 1em;box-sizing:border-box}
        li{margin:.4em 0;overflow-wrap:anywhere}
        #tip{position:fixed;display:none;max-width:32em;background:#fff;border:1px solid #999;
        padding:.4em .6em;white-space:pre-wrap;overflow-wrap:anywhere;pointer-events:none}
        .key span{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 .8em}
        @media(max-width:50em){body{flex-direction:column}aside{width:100%;height:30%}}
        </style></head><body>
        <canvas></canvas>
        <aside><h1 id="count"></h1><p class="key"><span style="background:#2a7"></span>sound
        <span style="background:#d90"></span>doubtful <span style="background:#36c"></span>repaired
        <span style="background:#c33"></span>refused</p>
        <p>Drag to move, turn the wheel to zoom; longitude to the right, latitude upwards.</p>
        <ol id="notes"></ol></aside><div id="tip"></div>
        <script>
        const regions=[

        """

    /// From behind the list of findings on.
    static let tail = """
        const colors={sound:'#2a7',doubtful:'#d90',repaired:'#36c',refused:'#c33'};
        const canvas=document.querySelector('canvas'),context=canvas.getContext('2d');
        const tip=document.getElementById('tip');
        document.getElementById('count').textContent=
         regions.length+(regions.length==1?' region':' regions');
        for(const note of notes){const item=document.createElement('li');
         item.textContent=note;document.getElementById('notes').append(item)}
        let west=1e9,east=-1e9,south=1e9,north=-1e9;
        for(const region of regions){let w=1e9,e=-1e9,s=1e9,n=-1e9;
         for(const line of region.lines)for(let i=0;i<line.length;i+=2){
          w=Math.min(w,line[i]);e=Math.max(e,line[i]);
          s=Math.min(s,line[i+1]);n=Math.max(n,line[i+1])}
         region.box=[w,s,e,n];
         west=Math.min(west,w);east=Math.max(east,e);south=Math.min(south,s);north=Math.max(north,n)}
        if(west>east)[west,east,south,north]=[-180,180,-90,90];
        const narrowing=Math.max(.05,Math.cos((south+north)/2*Math.PI/180));
        let scale=1,left=0,top_=0;
        const px=x=>(x*narrowing-left)*scale,py=y=>(top_-y)*scale;
        function fit(){canvas.width=canvas.clientWidth;canvas.height=canvas.clientHeight;
         const width=Math.max((east-west)*narrowing,1e-4),height=Math.max(north-south,1e-4);
         scale=.9*Math.min(canvas.width/width,canvas.height/height);
         left=(west+east)/2*narrowing-canvas.width/2/scale;
         top_=(south+north)/2+canvas.height/2/scale;draw()}
        function path(region){const path=new Path2D();
         for(const line of region.lines){for(let i=0;i<line.length;i+=2)
           path[i?'lineTo':'moveTo'](px(line[i]),py(line[i+1]));
          if(region.area)path.closePath()}
         return path}
        function draw(){context.clearRect(0,0,canvas.width,canvas.height);
         for(const region of regions){const [w,s,e,n]=region.box;
          if(px(e)<0||px(w)>canvas.width||py(s)<0||py(n)>canvas.height)continue;
          const outline=path(region),color=colors[region.state];
          context.strokeStyle=color;context.lineWidth=region.area?1.5:4;
          if(region.area){context.globalAlpha=.25;context.fillStyle=color;
           context.fill(outline,'evenodd');context.globalAlpha=1}
          context.stroke(outline);
          if(px(e)-px(w)<4&&py(s)-py(n)<4){context.fillStyle=color;
           context.fillRect(px((w+e)/2)-2,py((s+n)/2)-2,4,4)}}}
        let grip=null;
        canvas.onpointerdown=event=>{grip=[event.clientX,event.clientY];
         canvas.setPointerCapture(event.pointerId)};
        canvas.onpointerup=()=>{grip=null};
        canvas.onpointermove=event=>{
         if(grip){left-=(event.clientX-grip[0])/scale;top_+=(event.clientY-grip[1])/scale;
          grip=[event.clientX,event.clientY];tip.style.display='none';return draw()}
         const texts=[],x=event.offsetX,y=event.offsetY;
         for(const region of regions){const [w,s,e,n]=region.box;
          if(x<px(w)-5||x>px(e)+5||y<py(n)-5||y>py(s)+5)continue;
          const outline=path(region);context.lineWidth=8;
          if(region.area&&context.isPointInPath(outline,x,y,'evenodd')
           ||context.isPointInStroke(outline,x,y))texts.push(region.id+': '+region.facts)}
         tip.textContent=texts.slice(0,8).join('\\n\\n');
         tip.style.display=texts.length?'block':'none';
         tip.style.left=Math.min(event.clientX+12,innerWidth-tip.offsetWidth-4)+'px';
         tip.style.top=Math.min(event.clientY+12,innerHeight-tip.offsetHeight-4)+'px'};
        canvas.onwheel=event=>{event.preventDefault();
         const factor=Math.exp(-event.deltaY/300);
         left+=event.offsetX/scale*(1-1/factor);top_-=event.offsetY/scale*(1-1/factor);
         scale*=factor;draw()};
        onresize=fit;fit();
        </script></body></html>

        """
}
